// The parameters and bodies of operations in the OpenAPI document.

import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../http/route.js';
import type { Json } from './openapi-type.js';
import { toParameterSchema, toRequestSchema } from './public-schema.js';

/** Returns the parameters and the body of an operation. */
export function inputOf(route: Route): Json {
  const parameters = [
    ...pathParameters(route),
    ...parametersOf(route.query, 'query'),
    ...(route.kind === 'write' ? WRITE_PARAMETERS : []),
  ];
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: requestBodyOf(route, route.body) }),
  };
}

const WRITE_PARAMETERS = ['IdempotencyKey', 'DryRun', 'IfMatch'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

function pathParameters(route: Route): readonly Json[] {
  const declared = new Map(
    parametersOf(route.params, 'path').map((parameter) => [parameter.name, parameter]),
  );
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) =>
      declared.get(name) ?? { name, in: 'path', required: true, schema: { type: 'string' } },
  );
}

function parametersOf(schema: TSchema, place: 'path' | 'query'): readonly Json[] {
  const members = Object.entries(Object(schema.properties));
  const required = new Set<unknown>(schema.required ?? []);
  return members.map(([name, member]) => {
    const { description, ...shape } = Object(toParameterSchema(member));
    return {
      name,
      in: place,
      ...(place === 'path' || required.has(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: shape,
    };
  });
}

function requestBodyOf(route: Route, body: TSchema): Json {
  const media = {
    schema: toRequestSchema(body),
    ...(route.example === undefined ? {} : { example: route.example }),
  };
  const types = ['application/json', ...(route.consumes ?? [])];
  return {
    required: (body.required ?? []).length > 0,
    content: Object.fromEntries(types.map((type) => [type, media])),
  };
}
