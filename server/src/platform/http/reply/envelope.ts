// The reply to a write. One object serves current clients and the legacy mount.

import { createHash } from 'node:crypto';
import { type TSchema, Type } from '@sinclair/typebox';
import type { Sliced } from '../../concurrency/turn.js';
import { withoutPlaceholders } from '../../ids.js';
import { LosslessNumber } from '../../json/json.js';
import { Decimal } from '../../money/decimal.js';
import { type Outcome, versionOf } from '../route.js';
import { closedObject, wireId, wireText } from '../shape/wire.js';

/** A reply as sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Builds the schema of an envelope with this result, for operations outside the write pipeline. */
export function envelopeShape(result: TSchema): TSchema {
  return closedObject({
    success: Type.Literal(true),
    msgCode: wireText(),
    msgArgs: Type.Array(wireText()),
    id: Type.Optional(wireId()),
    name: Type.Optional(wireText()),
    result,
  });
}

/**
 * Builds the envelope. `msgArgs[0]` is the id as text, and `id` is the id as a number. May pause in
 * a dry run, because the whole result is searched for placeholders.
 */
export function* envelopeOf(outcome: Outcome, mount: string, dryRun: boolean): Sliced<Reply> {
  const numbered = outcome.id !== undefined && !(dryRun && outcome.id < 0n);
  const location = outcome.location === undefined ? undefined : `${mount}/${outcome.location}`;
  const made = outcome.created === true && !dryRun;
  const name = dryRun ? withoutPlaceholders(outcome.name ?? '') : outcome.name;
  const { extra, result } = outcome;
  const body: Record<string, unknown> = {
    success: true,
    msgCode: outcome.msgCode,
    msgArgs: numbered ? [String(outcome.id)] : [],
    ...(numbered ? { id: outcome.id } : {}),
    ...(name ? { name } : {}),
    ...(dryRun ? { dryRun: true } : {}),
    ...Object(dryRun ? yield* unnumbered(extra) : extra),
    ...(result ? { result: dryRun ? yield* unnumbered(result) : result } : {}),
  };
  return {
    status: statusOf(outcome, dryRun),
    headers: {
      ...(made && location ? { location } : {}),
      ...(outcome.version === undefined || dryRun ? {} : { etag: `"${outcome.version}"` }),
    },
    body,
  };
}

function statusOf({ created, accepted }: Outcome, dryRun: boolean): number {
  if (dryRun) return 200;
  if (accepted === true) return 202;
  return created === true ? 201 : 200;
}

// A dry run takes no ids from sequences, so the placeholders of records that were never stored are
// removed.
function* unnumbered(value: unknown): Sliced<unknown> {
  if (typeof value === 'string') return withoutPlaceholders(value);
  if (typeof value !== 'object' || value === null || isNumber(value)) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(yield* unnumbered(item));
    yield;
    return items;
  }
  const shown: Record<string, unknown> = {};
  for (const [name, member] of Object.entries<unknown>(Object(value))) {
    const kept = isPlaceholder(member) ? undefined : yield* unnumbered(member);
    if (kept !== undefined) shown[name] = kept;
  }
  yield;
  return shown;
}

function isNumber(value: object): boolean {
  return Decimal.isDecimal(value) || value instanceof LosslessNumber;
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === 'bigint' && value < 0n;
}

/**
 * Converts a success to the 2020-21 format, in which `msgCode` contains the id and the status is
 * always 200.
 */
export function legacyEnvelope(reply: Reply): Reply {
  const id = reply.body.id;
  return {
    ...reply,
    status: 200,
    body: { ...reply.body, ...(id === undefined ? {} : { msgCode: String(id) }) },
  };
}

/**
 * Returns the ETag header of a single read: the record's version. A record without a version, such
 * as an account or a journal, gets a hash of the reply.
 */
export function etagOf(record: object, text: string): Readonly<Record<string, string>> {
  const version = versionOf(record);
  if (version !== undefined) return { etag: `"${version}"` };
  if (!('id' in record)) return {};
  return { etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
