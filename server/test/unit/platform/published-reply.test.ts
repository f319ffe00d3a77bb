// The API document describes every operation's reply, and a test that receives an undocumented
// reply fails.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import { readGoldenDocument } from '../../support/golden-document.js';
import { expectPublished } from '../../support/published/reply.js';

const document = readGoldenDocument();

const ENVELOPE = '#/components/schemas/Envelope';

/** Media types other than JSON, and the reason why there is no schema to publish. */
const WITHOUT_SHAPE: Readonly<Record<string, string>> = {
  'application/pdf': 'a paper',
  'text/csv': 'a table, whose columns are its first row',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'the same as a sheet',
  '*/*': 'an attachment, of whatever type it was given',
  'image/*': 'a picture, of the type that it has',
  'text/html': 'a page for people',
  'text/plain': 'figures, and a word that is repeated',
  'text/event-stream': 'a stream, whose messages /asyncapi.json has',
};

/** Operations whose JSON reply has no members of its own, with the reason. */
const WITHOUT_RECORD: Readonly<Record<string, string>> = {
  changeOwnPassword: 'a password is never shown',
  requestPassword: 'the reply is the same for every name',
  requestCustomerPassword: 'the reply is the same for every name',
  resetPassword: 'a password is never shown',
  endSecondFactor: 'it is gone',
  endOwnSession: 'it is gone',
  endUserSession: 'it is gone',
  removePasskey: 'it is gone',
  removeSavedView: 'it is gone',
  removeRowMapping: 'it is gone',
  deleteWebhookEndpoint: 'it is gone',
  logOutFixSession: 'it has not happened yet when the reply goes out',
  logOnFixSession: 'it has not happened yet when the reply goes out',
  revokeOAuthToken: 'nothing is shown of a token (RFC 7009)',
};

function resolved(schema: Json): Json {
  if (schema?.$ref === undefined) return schema;
  return resolved(document.components.schemas[schema.$ref.split('/').at(-1)]);
}

/** Returns whether a schema has members of its own, directly or in one of its variants. */
function tells(schema: Json): boolean {
  const shape = resolved(schema);
  const variants: Json[] = [...(shape?.anyOf ?? []), ...(shape?.allOf ?? [])];
  return Object.keys(shape?.properties ?? {}).length > 0 || variants.some(tells);
}

const operations = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));

describe('the document', () => {
  it('has a shape, or a media type, for the success of every operation', () => {
    const untold: string[] = [];
    for (const { operationId, responses } of operations) {
      const [[type = '', { schema = undefined } = {}] = []] = Object.entries<Json>(
        responses[200]?.content ?? {},
      );
      if (type in WITHOUT_SHAPE) continue;
      const says = type === 'application/json' && schema.$ref !== ENVELOPE && tells(schema);
      if (says === operationId in WITHOUT_RECORD) untold.push(operationId);
    }
    assert.deepEqual(untold, []);
  });

  it('has an operation for each exception', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    assert.deepEqual(
      Object.keys(WITHOUT_RECORD).filter((id) => !ids.has(id)),
      [],
    );
  });
});

describe('a reply', () => {
  const CLOCK = { businessDate: '2026-05-29', now: '2026-05-29T10:00:00.000Z' };
  const answer = (body: Json, type = 'application/json; charset=utf-8') =>
    expectPublished('GET', '/api/v1/system/clock?x=1', {
      ...{ status: 200, headers: new Headers({ 'content-type': type }) },
      ...{ body, text: JSON.stringify(body) },
    });

  it('passes if it matches the document', () => answer(CLOCK));

  for (const [what, body, type] of [
    ['lacks a member', { businessDate: CLOCK.businessDate }, undefined],
    ['has an undocumented member', { ...CLOCK, zone: 'UTC' }, undefined],
    ['has a member of another type', { ...CLOCK, now: 1 }, undefined],
    ['is of another media type', CLOCK, 'text/plain'],
  ] as const) {
    it(`fails when it ${what}`, () => {
      assert.throws(() => answer(body, type), /getSystemClock answers/);
    });
  }
});
