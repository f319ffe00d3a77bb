// All kinds of items waiting for approval, in one list, oldest first.

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type ListOf, shapedQuery } from '../../lib/api.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { translatedLabel } from '../../lib/record.js';
import { type Decisions, type ItemKind, KINDS, kindsFor, type WaitingRecord } from './kind.js';
import { codeOf, useDecisionWork } from './waiting.js';

/** Maximum number of items per kind. Users start with the oldest. */
const SHOWN_MAX = 200;

export interface WaitingItem extends Decisions {
  readonly key: string;
  readonly kind: ItemKind;
  readonly id: number;
  readonly title: string;
  readonly who: string;
  readonly at: string;
}

export interface DetailProps {
  readonly item: WaitingItem;
}

/**
 * Returns the title. For a new event it is the reason, because the event's number means nothing to
 * readers.
 */
function titleOf(record: WaitingRecord, word: Speech['word']): string {
  const { id, name, eventName, kind, subject, reason } = record;
  if (kind === 'corporate-action') {
    return [word('CORPORATE_ACTION'), reason ?? subject].join(': ');
  }
  return translatedLabel(record, word) ?? name ?? eventName ?? reason ?? String(id);
}

function itemOf(kind: ItemKind, record: WaitingRecord, word: Speech['word']): WaitingItem {
  const { requester, decisions } = KINDS[kind];
  const { who = record.createdBy, at = record.createdDttm } = requester?.(record) ?? {};
  return {
    key: `${kind} ${record.id}`,
    kind,
    id: record.id,
    title: titleOf(record, word),
    who,
    at,
    ...decisions(record.id),
  };
}

/** All waiting items that the user may see. */
export function useWaitingItems(): {
  readonly items: readonly WaitingItem[];
  readonly isKnown: boolean;
  readonly error: unknown;
} {
  const own = useOwn();
  const { word } = useSpeech();
  const readable = own === undefined ? [] : kindsFor(own, 'read');
  const work = useDecisionWork(readable);
  // Most kinds have no items, so their lists are not requested.
  const kinds = readable.filter((kind) => (work.data?.get(codeOf(kind))?.count ?? 0) > 0);
  const replies = useQueries({
    queries: kinds.map((kind) => {
      const { list, query } = KINDS[kind];
      return shapedQuery<ListOf<WaitingRecord>>(list, { query: { ...query, s: SHOWN_MAX } });
    }),
  });
  const items = kinds
    .flatMap((kind, at) =>
      (replies[at]?.data?.result ?? []).map((record) => itemOf(kind, record, word)),
    )
    .sort((one, other) => one.at.localeCompare(other.at));
  const [isKnown, setKnown] = useState(false);
  // A failed list becomes pending again with each decision, and another kind may get its first item
  // later. The outcomes and the open item stay on the page nevertheless.
  if (!isKnown && work.isFetched && replies.every(({ isFetched }) => isFetched)) setKnown(true);
  const error = work.error ?? replies.find((reply) => reply.error)?.error ?? undefined;
  return { items, isKnown: isKnown || (own !== undefined && readable.length === 0), error };
}
