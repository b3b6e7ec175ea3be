import { count } from "../count.ts";
import { entryResult } from "../entry-result.ts";
import { familyLines } from "../family-lines.ts";
import { headline } from "../headline.ts";
import { REASON_TEXT } from "../reason-text.ts";
import type { Report } from "../report.ts";
import { totals } from "../totals.ts";
import type { Totals } from "../totals.ts";
import type { View } from "../view.ts";
import { editRows } from "./edits.ts";
import { escapeHtml, htmlValue } from "./escape-html.ts";
import type { SheetGroup, SheetPlace } from "./places.ts";
import { sheetGroups } from "./places.ts";
import { SCRIPT } from "./script.ts";
import { snippet } from "./snippet.ts";
import { STYLE } from "./style.ts";

type SheetView = Pick<View, "lineText" | "maxItems">;

/**
 * The decision sheet: one file that needs nothing else, with all places and a choice for each. Nothing in it but its own style and
 * script runs; both are named by the digest of the report.
 */
export function renderHtml(report: Report, view: SheetView): string {
  const sums = totals(report);
  const groups = sheetGroups(report);
  const nonce = report.report_digest;
  const tone = report.safe_to_apply ? "good" : "bad";
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">`,
    `<title>rename-plan: ${escapeHtml(headline(report, sums))}</title>`,
    `<style nonce="${nonce}">${STYLE}</style>`,
    "</head>",
    `<body data-request="${htmlValue(report.request_digest)}">`,
    '<a class="skip" href="#places">To the places</a>',
    `<header><h1>rename-plan</h1><p class="${tone}"><strong>${escapeHtml(headline(report, sums))}</strong></p></header>`,
    '<div class="columns"><main>',
    entries(report, sums),
    families(report, view),
    conflicts(sums),
    notices(report),
    changes(report, view),
    filters(groups),
    ...groups.map((group) => reasonSection(group, view)),
    "</main>",
    PANEL,
    "</div>",
    `<script nonce="${nonce}">${SCRIPT}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function entries({ outcomes }: Report, sums: Totals): string {
  const rows = outcomes.map(
    (outcome) =>
      `<tr><td>${escapeHtml(outcome.entry)}</td><td><code>${escapeHtml(outcome.target)}</code></td><td>${escapeHtml(outcome.kind)}</td><td>${escapeHtml(entryResult(outcome, sums))}</td></tr>`,
  );
  if (rows.length === 0) return "";
  return `<div class="scroll"><table><thead><tr><th scope="col">entry</th><th scope="col">rename</th><th scope="col">kind</th><th scope="col">result</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>`;
}

function families(report: Report, { maxItems }: SheetView): string {
  return familyLines(report, maxItems)
    .map(({ title, lines }) => folded(escapeHtml(title), block(lines.map(escapeHtml).join("\n"))))
    .join("\n");
}

function conflicts({ conflicts: list }: Totals): string {
  if (list.length === 0) return "";
  const items = list.map(({ code, message, path, line }) => {
    const place = path === "" ? "" : ` <code>${escapeHtml(line > 0 ? `${path}:${line}` : path)}</code>`;
    return `<li><strong>${escapeHtml(code)}</strong>${place} ${escapeHtml(message)}</li>`;
  });
  return `<h2>${count(list.length, "conflict")}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function notices({ notices: list }: Report): string {
  return list.map((notice) => `<p class="faint">Note: ${escapeHtml(notice)}</p>`).join("\n");
}

function changes({ outcomes }: Report, { lineText }: SheetView): string {
  return outcomes
    .filter(({ plan }) => plan.files.length + plan.moves.length > 0)
    .map(({ target, plan }) => {
      const files = plan.files.map(
        (file) => `<h3>${escapeHtml(file.path)}</h3>${block(editRows(file, lineText))}`,
      );
      const moves = plan.moves.map(({ old, new: to }) => escapeHtml(`${old} -> ${to}`));
      const moved = moves.length === 0 ? "" : block(moves.join("\n"));
      return folded(`What changes for <code>${escapeHtml(target)}</code>`, moved + files.join("\n"));
    })
    .join("\n");
}

function filters(groups: readonly SheetGroup[]): string {
  const suggestions = groups
    .flatMap(({ files }) => files.flatMap(({ places }) => places))
    .filter(({ item }) => item.suggestion !== undefined).length;
  const boxes = groups.map(
    ({ reason, count: many }) =>
      `<label><input type="checkbox" name="reason" value="${reason}"${reason === "other_symbol" ? "" : " checked"}> ${reason} (${many})</label>`,
  );
  return `<h2 id="places">What is left</h2>
<div class="filters" role="group" aria-label="Filters">
<label for="search">Path or line</label> <input type="search" id="search" autocomplete="off">
<label><input type="checkbox" id="undecided"> only undecided</label><br>
${boxes.join("\n")}
<p class="faint" id="shown" role="status"></p>
${suggestions === 0 ? "" : `<p><button type="button" id="suggested">Rename the ${count(suggestions, "place")} that name what is renamed beyond doubt</button></p>`}
</div>`;
}

function reasonSection({ reason, files, count: many }: SheetGroup, { lineText }: SheetView): string {
  const parts = files.map(
    ({ path, places }) =>
      `<section class="file" aria-label="${escapeHtml(`${reason} in ${path}`)}"><h3>${escapeHtml(path)}</h3>${buttons("in this file")}<ul class="places">\n${places.map((place, index) => placeItem(place, `${reason}-${path}-${index}`, lineText)).join("\n")}\n</ul></section>`,
  );
  return `<section class="reason" aria-label="${reason}"><h2>${count(many, "place")} ${escapeHtml(REASON_TEXT[reason])}</h2>${buttons("all of these")}\n${parts.join("\n")}</section>`;
}

function buttons(what: string): string {
  const one = (choice: string, label: string) =>
    `<button type="button" data-all="${choice}">${label} ${what}</button>`;
  return `<p>${one("rename", "Rename")} ${one("keep", "Keep")} ${one("", "Reset")}</p>`;
}

function placeItem(
  { item, subjects, needsColumn }: SheetPlace,
  name: string,
  lineText: View["lineText"],
): string {
  const { path, line, column, text, reason, detail, decision } = item;
  const data = [
    ["path", path],
    ["line", String(line)],
    ...(needsColumn ? [["column", String(column)]] : []),
    ["text", text],
    ["reason", reason],
    ["symbol", subjects.length === 1 ? (subjects[0] ?? "") : ""],
    ["decided", decision ?? ""],
    ...(item.suggestion === undefined ? [] : [["suggested", ""]]),
  ].map(([key = "", value = ""]) => `data-${key}="${htmlValue(value)}"`);
  const radio = (value: string, label: string) =>
    `<label><input type="radio" name="${htmlValue(name)}" value="${value}"${value === "" ? " checked" : ""}> ${label}</label>`;
  const choices =
    line === 0
      ? ""
      : `<div class="choices">${radio("rename", "Rename")}${radio("keep", "Keep")}${radio("", "Open")}</div>`;
  return `<li class="place" ${data.join(" ")}><fieldset><legend>${escapeHtml(`${path}:${line}:${column}`)}</legend>${block(snippet(item, lineText))}<p class="faint">${escapeHtml(detail)}${item.suggestion === undefined ? "" : "; it names what is renamed beyond doubt"}</p>${choices}</fieldset></li>`;
}

const PANEL = `<aside class="panel" aria-label="Decisions">
<p><strong id="status" role="status"></strong></p>
<details open><summary>Decisions, to paste into the plan</summary>
<label for="toml">TOML</label>
<textarea id="toml" readonly spellcheck="false"></textarea>
<p><button type="button" id="copy">Copy</button> <button type="button" id="save">Save as a file</button></p>
</details></aside>`;

function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`;
}

/** Scrollable by keyboard too. */
function block(content: string): string {
  return `<pre tabindex="0"><code>${content}</code></pre>`;
}
