// Builds the documentation for language models, `llms.txt` (llmstxt.org), in a short and a full
// version.

import type { DocumentedMember, DocumentedOperation } from './operation.js';

type Operations = readonly DocumentedOperation[];

interface TextPage {
  readonly title: string;
  /** The path of the page's Markdown. */
  readonly path: string;
  readonly markdown: string;
}

const HEAD = `# Countinghouse

> The open back office of a stockbroker and asset manager: an HTTP API with double-entry books,
> orders to exchanges over FIX, deposits and funds, customers and leads, and events.

- Operations are under \`/api/v1\`. Credentials: HTTP Basic with the id and secret of an API client,
  a bearer token from \`POST /oauth/token\`, or \`X-API-Key\`.
- Every write takes an \`Idempotency-Key\` header (the same key and request return the first reply
  again) and \`Prefer: dry-run\` (all checks and the computed record, nothing written).
- A write replies \`{"success":true,"msgCode":…,"id":…,"result":{…}}\`. A refusal is a problem
  document (RFC 9457): act on \`msgCode\`; each code has a page at \`/problems/{code}\`.
- Lists reply \`{"count":…,"result":[…]}\`; follow the \`next\` link. Amounts are JSON numbers of at
  most 15 digits, dates are \`yyyy-MM-dd\`.
- Events: \`GET /api/v1/event/stream\` (server-sent events, resumes by \`Last-Event-ID\`), or
  webhooks.
`;

/** Builds the short text, with the essentials first, and links to everything else. */
export function llmsText(operations: Operations, pages: readonly TextPage[]): string {
  const links = pages.map(({ title, path }) => `- [${title}](${path})`);
  const machine = [
    '- [OpenAPI 3.1 document](/openapi.json): every operation with its schemas and error replies',
    '- [AsyncAPI 3.0 document](/asyncapi.json): every event',
    '- [Postman collection](/postman.json)',
    '- [This page in full](/llms-full.txt): all pages, and every operation with its parameters',
  ];
  return [
    HEAD,
    `## Pages\n\n${links.join('\n')}\n`,
    `## Documents for programs\n\n${machine.join('\n')}\n`,
    ...sections(operations, lineOf),
  ].join('\n');
}

/** Builds the full documentation as one text. */
export function llmsFullText(operations: Operations, pages: readonly TextPage[]): string {
  const texts = pages.map(({ markdown }) => markdown.trim());
  return [HEAD, ...texts, ...sections(operations, inFull)].join('\n\n');
}

function sections(
  operations: Operations,
  show: (operation: DocumentedOperation) => string,
): string[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    return `## Operations: ${tag}\n\n${own.map(show).join('\n')}\n`;
  });
}

function lineOf({ id, method, path, summary }: DocumentedOperation): string {
  return `- \`${method} ${path}\` (${id}): ${summary}`;
}

function inFull(operation: DocumentedOperation): string {
  const { id, method, path, summary, description, parameters, members, example } = operation;
  const lines = [
    `### ${id}\n`,
    `\`${method} ${path}\`: ${summary}.${description === undefined ? '' : ` ${description}`}\n`,
    ...parameters.map(({ in: place, ...each }) => memberLine({ ...each, type: place })),
    ...members.map(memberLine),
    ...(example === undefined ? [] : [`\nExample: \`${JSON.stringify(example)}\``]),
    `\nRefusals: ${operation.problems.join(', ')}\n`,
  ];
  return lines.join('\n');
}

function memberLine({ name, type, required, description }: DocumentedMember): string {
  const need = required ? ', required' : '';
  return `- \`${name}\` (${type}${need})${description === undefined ? '' : `: ${description}`}`;
}
