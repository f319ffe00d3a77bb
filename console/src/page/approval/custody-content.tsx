// Content of items about customers' units and income: transfers, claims and allotments.

import type { ReactNode } from 'react';
import { Loaded } from '../../component/loaded.js';
import { Panel, Terms } from '../../component/page.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { DetailProps } from './item.js';

/** The maximum number of pending allotments that are loaded. */
const ALLOTMENTS_MAX = 200;

export function Transfer({ item }: DetailProps): ReactNode {
  return <TransferTerms id={item.id} />;
}

/** A transfer of units: its owner, its counterparty, and its securities with their cost. */
export function TransferTerms({ id }: { readonly id: number }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const reply = useRead('custody/holding-transfer/id/{id}', { path: { id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <>
          <Panel title={t('approval.what')}>
            <Terms
              of={{
                [t('cash.kind')]: word(data.type),
                [t('order.portfolio')]: data.portfolioName,
                [t('order.customer')]: data.customerName,
                [t('transfer.to')]: data.toPortfolioName,
                [t('transfer.effective')]: format.day(data.effectiveDate),
                [t('transfer.member')]: data.counterParty.memberCode,
                [t('transfer.account')]: data.counterParty.account,
                [t('transfer.chn')]: data.counterParty.chn,
                [t('transfer.holder')]: data.counterParty.holder,
                [t('transfer.owner')]: word(data.ownerChange),
                [t('journal.reference')]: data.reference,
                [t('approval.why')]: data.reason,
              }}
            />
          </Panel>
          <Panel title={t('transfer.securities')} flush>
            <table className="plain">
              <thead>
                <tr>
                  <th>{t('order.security')}</th>
                  <th>{t('approval.units')}</th>
                  <th>{t('transfer.amount')}</th>
                  <th>{t('transfer.cost')}</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map((line) => (
                  <tr key={line.securityName}>
                    <th scope="row">{line.securityName}</th>
                    <td className="figure">{format.quantity(line.quantity)}</td>
                    <td className="figure">{format.amount(line.amount, line.currency)}</td>
                    <td className="figure">
                      {line.costBasis === 'UNKNOWN'
                        ? t('transfer.cost.unknown')
                        : format.amount(line.cost, line.currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        </>
      )}
    </Loaded>
  );
}

export function Claim({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const reply = useRead('custody/market-claim/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <Panel title={t('approval.what')}>
          <Terms
            of={{
              [t('cash.kind')]: word(data.kind),
              [t('order.status')]: word(data.state),
              [t('claim.direction')]: word(data.direction),
              [t('event.one')]: data.eventName,
              [t('order.security')]: data.securityName,
              [t('order.portfolio')]: data.portfolioName,
              [t('cash.amount')]: format.amount(data.amount, data.currency),
              [t('approval.why')]: data.reason,
            }}
          />
        </Panel>
      )}
    </Loaded>
  );
}

interface AllotmentRow {
  readonly id: number;
  readonly eventName: string;
  readonly securityName: string;
  readonly elections: number;
  readonly units: string;
}

export function Allotment({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data, error } = useShaped<ListOf<AllotmentRow>>('custody/election/allotment/list', {
    query: { state: 'PENDING', s: ALLOTMENTS_MAX },
  });
  const row = data?.result.find(({ id }) => id === item.id);
  return (
    <Loaded of={{ data: row, error }}>
      {(allotment) => (
        <Panel title={t('approval.what')}>
          <Terms
            of={{
              [t('event.one')]: allotment.eventName,
              [t('order.security')]: allotment.securityName,
              [t('place.elections')]: format.quantity(allotment.elections),
              [t('approval.units')]: format.quantity(allotment.units),
            }}
          />
        </Panel>
      )}
    </Loaded>
  );
}
