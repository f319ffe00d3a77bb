// Shows imported bank statements with their lines and the number of matched lines. Users can undo
// imports.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Empty, Panel } from '../../component/page.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { StatementGaps } from './statement-gaps.js';
import { StatementLines } from './statement-lines.js';
import { saveStatementErrors } from './statement-refused.js';
import { STATEMENT_TOUCHED as TOUCHED } from './statement-touched.js';

const SHOWN_MAX = 100;

type Statement = ItemOf<'finance/bank-statement/list'>;

/** The statement whose lines are shown. */
interface Looked {
  readonly statement: Statement;
  readonly isOpenOnly: boolean;
}

export function Statements(): ReactNode {
  const { t } = useSpeech();
  const [undone, setUndone] = useState<Statement>();
  const [looked, look] = useState<Looked>();
  const { data } = useRead('finance/bank-statement/list', { query: { s: SHOWN_MAX } });
  return (
    <>
      <StatementGaps />
      <Panel title={t('import.of.statements')} flush>
        {data?.count === 0 && (
          <Empty title={t('import.none')}>
            <p>{t('import.statements.hint')}</p>
          </Empty>
        )}
        {data !== undefined && data.count > 0 && (
          <StatementTable statements={data.result} onOpen={look} onUndo={setUndone} />
        )}
      </Panel>
      {looked !== undefined && (
        <StatementLines
          key={looked.statement.id}
          statementId={looked.statement.id}
          of={looked.statement.fileName ?? looked.statement.name}
          isOpenOnly={looked.isOpenOnly}
        />
      )}
      {undone !== undefined && (
        <Confirm
          title={`${t('journal.import.undo')}: ${undone.fileName ?? undone.name}`}
          action={t('journal.import.undo')}
          isDanger
          onClose={() => setUndone(undefined)}
          write={() =>
            write('put', 'finance/bank-statement/undo/id/{id}', { path: { id: undone.id } })
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
  readonly onOpen: (looked: Looked) => void;
  readonly onUndo: (one: Statement) => void;
}

function StatementTable({ statements, onOpen, onUndo }: StatementTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayUndo = useMay('finance.bank-statement.undo');
  const mayMatch = useMay('finance.bank-statement.match');
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
          <th className="end">{t('journal.import.refused')}</th>
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
            <td className="end">{one.refusedCount}</td>
            <td>
              <div className="actions end">
                {one.refusedCount > 0 && (
                  <Button small onPress={() => void saveStatementErrors(one.id)}>
                    {t('journal.import.errors')}
                  </Button>
                )}
                {one.state === 'IMPORTED' && one.lineCount > one.matchedCount && (
                  <Button small onPress={() => onOpen({ statement: one, isOpenOnly: true })}>
                    {t('import.open-lines')}
                  </Button>
                )}
                {one.state === 'IMPORTED' && (
                  <Button small onPress={() => onOpen({ statement: one, isOpenOnly: false })}>
                    {t('import.all-lines')}
                  </Button>
                )}
                {one.state === 'IMPORTED' && mayMatch && one.lineCount > one.matchedCount && (
                  <MatchAgain id={one.id} />
                )}
                {one.state === 'IMPORTED' && mayUndo && (
                  <Button small onPress={() => onUndo(one)}>
                    {t('journal.import.undo')}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Matches the open lines again, now including transactions posted since the import. */
function MatchAgain({ id }: { readonly id: number }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const matching = write('put', 'finance/bank-statement/match/id/{id}', { path: { id } });
  const done = { say: t('import.matched.again'), touches: TOUCHED, asToast: true };
  return (
    <Button small isPending={act.isPending} onPress={() => void act.run(matching, done)}>
      {t('import.match.again')}
    </Button>
  );
}
