// The API as a Postman collection (format 2.1), with a folder per module and a request per
// operation.

import type { Json } from './openapi-type.js';
import type { DocumentedOperation } from './operation.js';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Builds the collection from every operation of an OpenAPI document. */
export function postmanOf(document: Json, operations: readonly DocumentedOperation[]): Json {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const { title, description, version } = Object(document.info);
  return {
    info: {
      name: title,
      description: `${INTRODUCTION}\n\n${description}`,
      version,
      schema: FORMAT,
    },
    auth: {
      type: 'basic',
      basic: [text('username', '{{username}}'), text('password', '{{password}}')],
    },
    variable: [
      text('baseUrl', 'http://127.0.0.1:8080'),
      text('username', ''),
      text('password', ''),
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: operations.filter((operation) => operation.tag === tag).map(requestOf),
    })),
  };
}

const INTRODUCTION = [
  'Set the variables of the collection: `username` and `password` are the id and the secret of an',
  'API client, or the name and the password of a user.',
].join('\n');

const text = (key: string, value: string) => ({ key, value, type: 'string' });

function requestOf(operation: DocumentedOperation): Json {
  const { id, summary, description, method, isPublic } = operation;
  return {
    name: summary,
    id,
    request: {
      method,
      ...(description === undefined ? {} : { description }),
      ...(isPublic ? { auth: { type: 'noauth' } } : {}),
      header: headersOf(operation),
      url: urlOf(operation),
      ...bodyOf(operation),
    },
    response: [],
  };
}

// Postman replaces `{{$guid}}` with a new value for each request, so sending it twice makes two
// writes.
function headersOf({ isWrite, takesBody }: DocumentedOperation): readonly Json[] {
  const keyed = [
    { key: 'Idempotency-Key', value: '{{$guid}}', description: 'Identifies this write' },
    {
      key: 'Prefer',
      value: 'dry-run',
      description: 'Runs all checks, but writes nothing',
      disabled: true,
    },
  ];
  return [
    { key: 'Accept', value: 'application/json' },
    ...(takesBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...(isWrite ? keyed : []),
  ];
}

function urlOf({ path, parameters }: DocumentedOperation): Json {
  const parts = path.replace(/^\//, '').split('/');
  const postmanParts = parts.map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const inPlace = (place: string) => parameters.filter((each) => each.in === place);
  const query = inPlace('query').map(({ name, required, description }) => ({
    ...{ key: name, value: '' },
    ...(description === undefined ? {} : { description }),
    ...(required ? {} : { disabled: true }),
  }));
  return {
    raw: `{{baseUrl}}/${postmanParts.join('/')}`,
    host: ['{{baseUrl}}'],
    path: postmanParts,
    ...(query.length === 0 ? {} : { query }),
    variable: inPlace('path').map(({ name, description }) => ({
      ...{ key: name, value: '' },
      ...(description === undefined ? {} : { description }),
    })),
  };
}

function bodyOf({ example, members, takesBody }: DocumentedOperation): Json {
  if (!takesBody) return {};
  const required = members.filter((member) => member.required);
  const sketch = Object.fromEntries(required.map(({ name, type }) => [name, `<${type}>`]));
  const raw = JSON.stringify(example ?? sketch, undefined, 2);
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}
