// Types shared by the parts of the OpenAPI document.

import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../http/route.js';

/** A JSON document or a part of one. */
export type Json = Readonly<Record<string, unknown>>;

/** The reply records, each under one name in the document. */
export interface RecordNames {
  /**
   * Returns the `$ref` of a reply's schema, which is named after the first operation that uses it.
   */
  readonly refOf: (route: Route, reply: TSchema) => Json;
  readonly schemas: () => Json;
}
