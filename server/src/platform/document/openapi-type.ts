// The types that the parts of the OpenAPI document share.

import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../http/route.js';

/** A JSON document or a part of one. */
export type Json = Readonly<Record<string, unknown>>;

/** The records in replies, each under one name in the document. */
export interface RecordNames {
  /** The `$ref` of a reply's schema; the first operation that uses it determines its name. */
  readonly refOf: (route: Route, reply: TSchema) => Json;
  readonly schemas: () => Json;
}
