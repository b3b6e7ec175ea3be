/**
 * The rules of the server that both trees are checked by: basedpyright's "standard" ones that a name can break, by name, so that
 * neither the repository's own configuration nor a new version of the server changes what is proved. All others are off.
 */
export const VERIFY_RULES: readonly string[] = [
  "reportAbstractUsage",
  "reportArgumentType",
  "reportAssertTypeFailure",
  "reportAssignmentType",
  "reportAttributeAccessIssue",
  "reportCallIssue",
  "reportGeneralTypeIssues",
  "reportIncompatibleMethodOverride",
  "reportIncompatibleVariableOverride",
  "reportInconsistentOverload",
  "reportIndexIssue",
  "reportInvalidTypeArguments",
  "reportInvalidTypeForm",
  "reportMissingImports",
  "reportNoOverloadImplementation",
  "reportOperatorIssue",
  "reportOptionalMemberAccess",
  "reportPossiblyUnbound",
  "reportRedeclaration",
  "reportReturnType",
  "reportTypedDictNotRequiredAccess",
  "reportUndefinedVariable",
  "reportUnboundVariable",
  "reportUnsupportedDunderAll",
  // No standard rule, but the list of all override links: one that is gone was cut, one that is new was made.
  "reportImplicitOverride",
];
