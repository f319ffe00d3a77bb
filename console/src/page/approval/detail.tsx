// One thing that waits: what changes, the journal that it will write, who asked, and the decision.

import { type ReactNode, useState } from 'react';
import { ActionMenu, copyCurl } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { type JournalLine, JournalLines } from '../../component/journal-lines.js';
import { Loading, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead, useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import type { ItemKind, WaitingItem } from './item.js';

const TOUCHED = ['finance/', 'system/change', 'order/fund', 'partner/customer'];

const PERMISSIONS: Readonly<Record<ItemKind, string>> = {
  CASH: 'finance.cash-transaction.approve',
  CHANGE: 'system.change.approve',
  JOURNAL: 'finance.journal.approve',
  NAV: 'asset.fund-nav.approve',
  CUSTOMER: 'party.customer.approve',
};

interface DetailProps {
  readonly item: WaitingItem;
}

const CONTENTS: Readonly<Record<ItemKind, (props: DetailProps) => ReactNode>> = {
  CASH: Cash,
  CHANGE: Change,
  JOURNAL: Journal,
  NAV: WholeRecord,
  CUSTOMER: WholeRecord,
};

export function Detail({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const Content = CONTENTS[item.kind];
  return (
    <div className="stack padded">
      <div className="page-head">
        <div className="grow">
          <div className="trail">
            {t(`approval.kind.${item.kind}`)} · {t('approval.asked', { who: item.who })} ·{' '}
            {format.dayAndTime(item.at)}
          </div>
          <h2 className="title">{item.title}</h2>
        </div>
        <Decision item={item} />
      </div>
      <Content item={item} />
    </div>
  );
}

function Decision({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [isRejecting, setRejecting] = useState(false);
  const mayDecide = useMay(PERMISSIONS[item.kind]);
  if (!mayDecide) return <span className="faint">{t('approval.not-you')}</span>;
  const done = { say: t('approval.approved', { title: item.title }), touches: TOUCHED };
  return (
    <div className="actions">
      <Button onPress={() => setRejecting(true)}>{t('action.reject')}</Button>
      <Button
        tone="primary"
        isPending={act.isPending}
        onPress={() => void act.run(item.approve, { ...done, asToast: true })}
      >
        {t('action.approve')}
      </Button>
      <ActionMenu
        actions={[
          {
            id: 'curl',
            label: t('action.curl'),
            onAction: () => void copyCurl(item.approve, t('action.curl.done')),
          },
        ]}
      />
      {isRejecting && (
        <Confirm
          title={`${t('action.reject')}: ${item.title}`}
          action={t('action.reject')}
          isDanger
          reason
          onClose={() => setRejecting(false)}
          asking={item.reject}
          done={{ say: t('approval.rejected', { title: item.title }), touches: TOUCHED }}
        />
      )}
    </div>
  );
}

interface CashTransaction {
  readonly transType: string;
  readonly transMethod: string;
  readonly partnerLabel?: string;
  readonly currency: string;
  readonly amount: number;
  readonly processingFeeAmount?: number;
  readonly description?: string;
  readonly valueDate?: string;
  readonly approvalsNeeded?: number;
  readonly approvals?: readonly { readonly approvedBy?: string }[];
  readonly journal?: { readonly lines: readonly JournalLine[] };
}

function Cash({ item }: DetailProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data, error } = useShaped<CashTransaction>('finance/cash-transaction/id/{id}', {
    path: { id: item.id },
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      <Panel title={t('approval.what')}>
        <Terms
          of={{
            [t('cash.kind')]: word(data.transType),
            [t('cash.amount')]: format.amount(data.amount, data.currency),
            [t('order.customer')]: data.partnerLabel,
            [t('cash.method')]: word(data.transMethod),
            [t('cash.description')]: data.description,
            [t('approval.given')]: `${data.approvals?.length ?? 0} / ${data.approvalsNeeded ?? 1}`,
          }}
        />
      </Panel>
      {data.journal !== undefined && (
        <Panel title={t('approval.journal')} flush>
          <JournalLines title={t('ledger.account')} journal={data.journal} />
        </Panel>
      )}
    </>
  );
}

interface ManualJournal {
  readonly narration?: string;
  readonly transactionDate?: string;
  readonly lines: readonly JournalLine[];
}

function Journal({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data, error } = useShaped<ManualJournal>('finance/journal/draft/id/{id}', {
    path: { id: item.id },
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      <Panel title={t('approval.what')}>
        <Terms
          of={{
            [t('cash.description')]: data.narration,
            [t('ledger.date')]: format.day(data.transactionDate),
          }}
        />
      </Panel>
      <Panel title={t('approval.journal')} flush>
        <JournalLines title={t('ledger.account')} journal={data} />
      </Panel>
    </>
  );
}

const shown = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function Change({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useRead('system/change/id/{id}', { path: { id: item.id } });
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  return (
    <Panel title={t('approval.what')}>
      <div className="stack">
        <Terms
          of={{
            [t('approval.why')]: data.reason,
            [t('approval.counts')]: data.effectiveNote,
          }}
        />
        <div>
          {data.differences.map(({ pointer, before, after }) => (
            <div key={pointer} className="change-row">
              <code>{pointer}</code>
              <del>{shown(before)}</del>
              <ins>{shown(after)}</ins>
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
}

const RECORD_PATHS: Readonly<Record<string, string>> = {
  NAV: 'order/fund/nav/id/{id}',
  CUSTOMER: 'partner/customer/id/{id}',
};

/** A record without entries of its own: all that it says. */
function WholeRecord({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useShaped<Readonly<Record<string, unknown>>>(
    RECORD_PATHS[item.kind] ?? '',
    { path: { id: item.id } },
  );
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  const members = Object.entries(data).map(([name, value]) => [name, shown(value)] as const);
  return (
    <Panel title={t('approval.what')}>
      <Terms of={Object.fromEntries(members)} />
    </Panel>
  );
}
