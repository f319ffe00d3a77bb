// Content of items about corporate actions, such as proposed terms, deliveries, and money from
// registrars.

import type { ItemOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { Loaded } from '../../component/loaded.js';
import { Panel, Terms } from '../../component/page.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import type { DetailProps } from './item.js';

/** The maximum number of pending deliveries that are loaded. */
const DELIVERIES_MAX = 200;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The terms of a proposed event that an approver checks first. */
export function eventTerms(after: unknown, { t, word }: Speech): Readonly<Record<string, string>> {
  const terms: Readonly<Record<string, unknown>> = Object(after);
  return {
    [t('cash.kind')]: word(text(terms.kind)),
    [t('order.security')]: text(terms.securityName) ?? '',
    [t('order.status')]: word(text(terms.status)),
    [t('event.ex')]: text(terms.exDate) ?? '',
    [t('event.payment')]: text(terms.paymentDate) ?? '',
  };
}

export function EventSettlement({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const nameOf = useOfficeName();
  const reply = useRead('custody/event-settlement/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <Panel title={t('approval.what')}>
          <Terms
            of={{
              [t('cash.kind')]: word(data.direction),
              [t('event.one')]: data.eventName,
              [t('order.office')]: nameOf(data.businessOfficeName),
              [t('cash.amount')]: format.amount(data.amount, data.currency),
              [t('ledger.value-date')]: format.day(data.valueDate),
              [t('journal.reference')]: data.reference,
            }}
          />
        </Panel>
      )}
    </Loaded>
  );
}

type DeliveryRow = ItemOf<'custody/corporate-action/deliver/list'>;

export function Delivery({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data, error } = useShaped<ListOf<DeliveryRow>>('custody/corporate-action/deliver/list', {
    query: { state: 'PENDING', s: DELIVERIES_MAX },
  });
  const row = data?.result.find(({ id }) => id === item.id);
  return (
    <Loaded of={{ data: row, error }}>
      {(delivery) => (
        <Panel title={t('approval.what')}>
          <Terms
            of={{
              [t('event.one')]: delivery.eventName,
              [t('cash.kind')]: word(delivery.kind),
              [t('order.security')]: delivery.securityName,
              [t('event.available')]: format.day(delivery.date),
              [t('event.units')]: format.quantity(delivery.units),
            }}
          />
        </Panel>
      )}
    </Loaded>
  );
}
