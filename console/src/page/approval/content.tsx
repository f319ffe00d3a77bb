// Content of finance and reference data items: their terms, and the journal to be posted.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { Differences } from '../../component/difference.js';
import { JournalLines } from '../../component/journal-lines.js';
import { Loaded } from '../../component/loaded.js';
import { Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { CashTerms } from '../finance/cash-terms.js';
import { JournalTerms } from '../finance/journal-dialog.js';
import { eventTerms } from './event-content.js';
import type { DetailProps } from './item.js';

export function Cash({ item }: DetailProps): ReactNode {
  const reply = useRead('finance/cash-transaction/id/{id}', { path: { id: item.id } });
  return <Loaded of={reply}>{(data) => <CashTerms of={data} />}</Loaded>;
}

export function Journal({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const reply = useRead('finance/journal/draft/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <>
          <Panel title={t('approval.what')}>
            <JournalTerms of={data} />
          </Panel>
          <Panel title={t('approval.journal')} flush>
            <JournalLines title={t('ledger.account')} journal={data} />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

/** A journal import that is waiting for approval, or for approval of its undo. */
export function Import({ item }: DetailProps): ReactNode {
  const { t } = useSpeech();
  const reply = useRead('finance/journal/import/id/{id}', { path: { id: item.id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <>
          <Panel title={t('approval.what')}>
            <Terms
              of={{
                [t('order.office')]: data.businessOfficeName,
                [t('journal.import.rows')]: data.rows,
                [t('journal.lines')]: data.journals,
                [t('approval.why')]: data.decisionReason,
              }}
            />
            {item.kind === 'UNDO' && <p>{t('approval.journal.undo')}</p>}
          </Panel>
          <Panel title={t('approval.journal.rows')} flush>
            <ImportRows rows={data.verdicts} />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

/** The maximum number of rows in the preview of a file. The journals page shows all rows. */
const ROWS_MAX = 200;

type Verdict = ReplyOf<'get', 'finance/journal/import/id/{id}'>['verdicts'][number];

function ImportRows({ rows }: { readonly rows: readonly Verdict[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('journal.import.one')}</th>
          <th>{t('ledger.account')}</th>
          <th className="end">{t('journal.debit')}</th>
          <th className="end">{t('journal.credit')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, ROWS_MAX).map(({ row, journal, account, debit, credit }) => (
          <tr key={row}>
            <th scope="row">{journal}</th>
            <td>{account}</td>
            <td className="end">{debit}</td>
            <td className="end">{credit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Change({ item }: DetailProps): ReactNode {
  return <ChangeTerms id={item.id} />;
}

/** A change to reference data: its reason and the fields that differ. */
export function ChangeTerms({ id }: { readonly id: number }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const reply = useRead('system/change/id/{id}', { path: { id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <Panel title={t('approval.what')}>
          <div className="stack">
            <Terms
              of={{
                ...(data.kind === 'corporate-action' ? eventTerms(data.after, speech) : {}),
                [t('approval.why')]: data.reason,
                [t('approval.in-force')]: data.effectiveNote,
              }}
            />
            <Differences
              of={data.differences.map(({ pointer, before, after }) => ({
                member: pointer,
                before,
                after,
              }))}
            />
          </div>
        </Panel>
      )}
    </Loaded>
  );
}
