import { ApiError, notAccessible, notFound } from "./api-error.ts";
import type { Answer, Routes } from "./call.ts";
import { checkRoutes } from "./check-routes.ts";
import { fields } from "./fields.ts";
import { gitRoutes } from "./git-routes.ts";
import { graphql } from "./graphql.ts";
import type { Identity } from "./identity.ts";
import { issueRoutes } from "./issue-routes.ts";
import { findOperation } from "./operations.ts";
import { pullRoutes } from "./pull-routes.ts";
import { repositoryRoutes } from "./repository-routes.ts";
import { requestCheck } from "./request-check.ts";
import type { World } from "./world.ts";

/** A request to the API, its body parsed. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly accept: string;
  /** Null without a valid token. */
  readonly identity: Identity | null;
}

/** A request whose operation is known and whose faults are found, not carried out yet. */
export interface PreparedRequest {
  readonly operation: string;
  /** What a well-behaved client would not have sent. */
  readonly faults: readonly string[];
  /** Carries it out; everything but success is an ApiError. */
  run(): Answer;
}

/** The API over a world: from a request to its answer. */
export interface Api {
  prepare(request: ApiRequest): PreparedRequest;
}

export function api(world: World, isReadOnly: () => boolean): Api {
  const routes: Routes = new Map([
    ...pullRoutes(world),
    ...checkRoutes(world),
    ...issueRoutes(world),
    ...gitRoutes(world),
    ...repositoryRoutes(world),
  ]);
  const unknown = (fault: string): PreparedRequest => ({
    operation: "unknown",
    faults: [fault],
    run: notFound,
  });
  return {
    prepare(request) {
      const { method, url, identity } = request;
      if (url.pathname === "/graphql" && method === "POST") {
        const answer = graphql(fields(request.body));
        const faults = answer === null ? ["the double knows no query but the viewer's"] : [];
        return { operation: "graphql", faults, run: () => answer?.(known(identity)) ?? notFound() };
      }
      const found = findOperation(method, url.pathname);
      if (found === null) return unknown("no such operation");
      const { operation, values } = found;
      const handler = routes.get(operation.id);
      if (handler === undefined) throw new Error(`no handler for ${operation.id}`);
      const { owner = world.owner, repo = world.name } = values;
      if (owner !== world.owner || repo !== world.name) return unknown(`no repository ${owner}/${repo}`);
      const { parameters, body, faults } = requestCheck(found, url, request.body);
      return {
        operation: operation.id,
        faults,
        run() {
          const who = known(identity);
          if (method !== "GET" && isReadOnly()) notAccessible();
          if (faults.length > 0) throw new ApiError(422, "Validation Failed", { errors: faults });
          return handler({ parameters, body, identity: who, url, accept: request.accept });
        },
      };
    },
  };
}

function known(identity: Identity | null): Identity {
  if (identity === null) throw new ApiError(401, "Bad credentials");
  return identity;
}
