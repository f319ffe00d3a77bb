// Imported bank statements: how much of each is matched, the lines that are not, and its undo.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Empty, Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { asking } from '../../lib/asking.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

const SHOWN_MOST = 100;
const TOUCHED = ['finance/bank-statement', 'finance/cash-transaction'];

type Statement = ItemOf<'finance/bank-statement/list'>;

export function Statements(): ReactNode {
  const { t } = useSpeech();
  const [undone, setUndone] = useState<Statement>();
  const [open, setOpen] = useState<Statement>();
  const { data } = useRead('finance/bank-statement/list', { query: { s: SHOWN_MOST } });
  return (
    <>
      <Panel title={t('import.of.statements')} flush>
        {data?.count === 0 && (
          <Empty title={t('import.none')}>
            <p>{t('import.statements.hint')}</p>
          </Empty>
        )}
        {data !== undefined && data.count > 0 && (
          <StatementTable statements={data.result} onOpen={setOpen} onUndo={setUndone} />
        )}
      </Panel>
      {open !== undefined && <OpenLines statement={open} />}
      {undone !== undefined && (
        <Confirm
          title={`${t('journal.import.undo')}: ${undone.fileName ?? undone.name}`}
          action={t('journal.import.undo')}
          isDanger
          onClose={() => setUndone(undefined)}
          asking={() =>
            asking('put', 'finance/bank-statement/undo/id/{id}', { path: { id: undone.id } })
          }
          done={{ say: t('import.undone'), touches: TOUCHED }}
        >
          <p>{t('import.statements.undo')}</p>
        </Confirm>
      )}
    </>
  );
}

interface StatementTableProps {
  readonly statements: readonly Statement[];
  readonly onOpen: (one: Statement) => void;
  readonly onUndo: (one: Statement) => void;
}

function StatementTable({ statements, onOpen, onUndo }: StatementTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayUndo = useMay('finance.bank-statement.undo');
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('journal.import.one')}</th>
          <th>{t('order.status')}</th>
          <th>{t('ledger.account')}</th>
          <th>{t('audit.at')}</th>
          <th className="end">{t('import.lines')}</th>
          <th className="end">{t('import.matched')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {statements.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.fileName ?? one.name}</th>
            <td>
              <Badge state={one.state} />
            </td>
            <td>{one.accountName}</td>
            <td>{format.dayAndTime(one.createdDttm)}</td>
            <td className="end">{one.lineCount}</td>
            <td className="end">{one.matchedCount}</td>
            <td className="end">
              {one.state === 'IMPORTED' && one.lineCount > one.matchedCount && (
                <Button small onPress={() => onOpen(one)}>
                  {t('import.open-lines')}
                </Button>
              )}
              {one.state === 'IMPORTED' && mayUndo && (
                <Button small onPress={() => onUndo(one)}>
                  {t('journal.import.undo')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the bank shows and the books lack. */
function OpenLines({ statement }: { readonly statement: Statement }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('finance/bank-statement/line/list', {
    query: { statementId: statement.id, matched: false, s: SHOWN_MOST },
  });
  return (
    <Panel title={`${t('import.open-lines')}: ${statement.fileName ?? statement.name}`} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('ledger.date')}</th>
            <th className="end">{t('cash.amount')}</th>
            <th>{t('import.column.reference')}</th>
            <th>{t('cash.description')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((line) => (
            <tr key={line.id}>
              <td>{format.day(line.bookedOn)}</td>
              <td className="end">{format.amount(line.amount, line.currency)}</td>
              <td>{line.reference}</td>
              <td>{line.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
