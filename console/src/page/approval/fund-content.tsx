// Content of fund, customer and session items: their terms and their effect on the ledger.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { type JournalLine, JournalLines } from '../../component/journal-lines.js';
import { Loaded } from '../../component/loaded.js';
import { Panel, Terms } from '../../component/page.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { DetailProps } from './item.js';

interface FactsProps {
  readonly of: Readonly<Record<string, ReactNode>>;
  /** The effect on the ledger. */
  readonly books: string;
}

function Facts({ of, books }: FactsProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Panel title={t('approval.what')}>
      <div className="stack">
        <Terms of={of} />
        <p className="soft">{books}</p>
      </div>
    </Panel>
  );
}

export function FundOrder({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const reply = useRead('order/fundtransaction/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <Facts
          of={{
            [t('cash.kind')]: word(data.transType),
            [t('approval.fund')]: data.fundLabel,
            [t('order.customer')]: data.customerLabel,
            [t('cash.amount')]: format.amount(data.amount, data.currency),
            [t('approval.units')]: data.allUnits
              ? t('placement.measure.ALL')
              : format.quantity(data.units),
            [t('approval.estimated')]: format.amount(data.estimatedAmount, data.currency),
            [t('approval.dealing-date')]: format.day(data.dealingDate),
            [t('cash.account')]: data.cashAccountName,
          }}
          books={t('approval.journal.later')}
        />
      )}
    </Loaded>
  );
}

export function Nav({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const reply = useRead('order/fund/nav/id/{id}', { path: { id: item.id } });
  const trial = useDryRun(item.approve);
  const { ordersDealt }: { readonly ordersDealt?: number } = Object(trial.data);
  return (
    <Loaded of={reply}>
      {(data) => (
        <Facts
          of={{
            [t('approval.fund')]: data.fundName,
            [t('approval.valuation-date')]: format.day(data.valuationDate),
            [t('approval.nav')]: `${data.currency} ${format.price(data.navPerUnit)}`,
            [t('approval.deals')]: ordersDealt,
          }}
          books={t('approval.journal.later')}
        />
      )}
    </Loaded>
  );
}

/** The dates that the approval sets. */
interface DistributionDays {
  readonly recordDate?: string;
  readonly exDate?: string;
}

export function Distribution({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const reply = useRead('order/fund/distribution/id/{id}', { path: { id: item.id } });
  const trial = useDryRun(item.approve);
  const { result: tried = {} }: { readonly result?: DistributionDays } = Object(trial.data);
  return (
    <Loaded of={reply}>
      {(data) => (
        <Facts
          of={{
            [t('approval.fund')]: data.fundName,
            [t('approval.income')]: `${data.currency} ${format.price(data.incomePerUnit)}`,
            [t('approval.record-date')]: format.day(data.recordDate ?? tried.recordDate),
            [t('approval.ex-date')]: format.day(data.exDate ?? tried.exDate),
          }}
          books={t('approval.journal.paid')}
        />
      )}
    </Loaded>
  );
}

type FundSettlement = ReplyOf<'get', 'order/fund/settlement/id/{id}'>;

export function Settlement({ item }: DetailProps): ReactNode {
  const reply = useRead('order/fund/settlement/id/{id}', { path: { id: item.id } });
  return <Loaded of={reply}>{(data) => <SettlementTerms data={data} item={item} />}</Loaded>;
}

interface EntryLine extends JournalLine {
  readonly accountCode?: string;
}

function SettlementTerms(props: DetailProps & { readonly data: FundSettlement }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = props;
  const trial = useDryRun(props.item.approve);
  const { journalLines = [] }: { readonly journalLines?: readonly EntryLine[] } = Object(
    trial.data,
  );
  return (
    <>
      <Panel title={t('approval.what')}>
        <Terms
          of={{
            [t('approval.direction')]: word(data.direction),
            [t('cash.amount')]: format.amount(data.amount, data.currency),
            [t('approval.fund')]: data.fundName,
            [t('order.office')]: data.businessOfficeName,
            [t('journal.reference')]: data.reference,
          }}
        />
      </Panel>
      {journalLines.length > 0 && (
        <Panel title={t('approval.journal')} flush>
          <JournalLines title={t('ledger.account')} journal={{ lines: journalLines.map(named) }} />
        </Panel>
      )}
    </>
  );
}

function named({ accountCode, debitAmount, creditAmount }: EntryLine): JournalLine {
  return {
    ...(accountCode === undefined ? {} : { accountName: accountCode }),
    ...(debitAmount === undefined ? {} : { debitAmount }),
    ...(creditAmount === undefined ? {} : { creditAmount }),
  };
}

export function Customer({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const reply = useRead('partner/customer/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <Facts
          of={{
            [t('order.customer')]: data.label,
            [t('customer.kind')]: word(data.partnerType),
            [t('order.office')]: data.businessOfficeLabel,
            [t('profile.email')]: data.emailAddress1,
            [t('profile.phone')]: data.cellPhone,
            [t('profile.birth-date')]: format.day(data.birthDate),
            [t('profile.bvn')]: data.bvnCode,
          }}
          books={t('approval.journal.none')}
        />
      )}
    </Loaded>
  );
}

interface SessionReset {
  readonly id: number;
  readonly session: number;
  readonly reason: string;
}

export function Reset({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const sessions = useRead('system/fix-session/list', {});
  const resets = useShaped<ListOf<SessionReset>>('system/fix-session/reset/list', {
    query: { state: 'PENDING' },
  });
  const reset = resets.data?.result.find(({ id }) => id === item.id);
  const session = sessions.data?.result.find(({ id }) => id === reset?.session);
  return (
    <Facts
      of={{
        [t('approval.session')]: session?.name ?? reset?.session,
        [t('approval.why')]: reset?.reason,
      }}
      books={t('approval.journal.none')}
    />
  );
}
