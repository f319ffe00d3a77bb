// The lines of a bank statement with their matches, which the user can set and remove.

import type { ItemOf, ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Loading, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { BookDialog } from './statement-book.js';
import { STATEMENT_TOUCHED } from './statement-touched.js';

/** The maximum number of lines in one reply. */
const SHOWN_MAX = 500;

type Line = ItemOf<'finance/bank-statement/line/list'>;

interface StatementLinesProps {
  readonly statementId: number;
  /** The name of the statement. */
  readonly of: string;
  /** True to show only lines without a match. */
  readonly isOpenOnly: boolean;
}

export function StatementLines({ statementId, of, isOpenOnly }: StatementLinesProps): ReactNode {
  const { t } = useSpeech();
  const [matched, match] = useState<Line>();
  const [booked, book] = useState<Line>();
  const { data, error } = useRead('finance/bank-statement/line/list', {
    query: { statementId, s: SHOWN_MAX, ...(isOpenOnly ? { matched: false } : {}) },
  });
  const title = `${t(isOpenOnly ? 'import.open-lines' : 'import.all-lines')}: ${of}`;
  return (
    <Panel title={title} flush>
      {data === undefined ? (
        error ? (
          <Problem error={error} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          {data.count === 0 && <p className="soft padded">{t('import.open-lines.none')}</p>}
          {data.count > 0 && <LineTable lines={data.result} onMatch={match} onBook={book} />}
          {data.count > data.result.length && (
            <p className="soft padded">
              {t('import.lines.shown', { shown: data.result.length, count: data.count })}
            </p>
          )}
        </>
      )}
      {matched !== undefined && <MatchDialog line={matched} onClose={() => match(undefined)} />}
      {booked !== undefined && <BookDialog line={booked} onClose={() => book(undefined)} />}
    </Panel>
  );
}

interface LineTableProps {
  readonly lines: readonly Line[];
  readonly onMatch: (line: Line) => void;
  readonly onBook: (line: Line) => void;
}

function LineTable({ lines, onMatch, onBook }: LineTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('ledger.date')}</th>
          <th className="end">{t('cash.amount')}</th>
          <th>{t('import.column.reference')}</th>
          <th>{t('cash.description')}</th>
          <th>{t('import.matched')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>{format.day(line.bookedOn)}</td>
            <td className="end">{format.amount(line.amount, line.currency)}</td>
            <td>{line.reference}</td>
            <td>{line.description}</td>
            <td>
              {line.cashTransactionName}
              {line.ofReversal === true && ` (${t('import.match.reversal')})`}
              {line.journalState === 'PENDING' && t('import.book.pending')}
              {line.journalState === 'POSTED' && t('import.book.posted')}
            </td>
            <td>
              <LineActions line={line} onMatch={onMatch} onBook={onBook} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LineActionsProps extends Omit<LineTableProps, 'lines'> {
  readonly line: Line;
}

/** A line with a journal is approved together with that journal. */
function LineActions({ line, onMatch, onBook }: LineActionsProps): ReactNode {
  const { t } = useSpeech();
  const mayMatch = useMay('finance.bank-statement.match');
  const mayBook = useMay('finance.bank-statement.book');
  if (line.matchedBy !== undefined) return mayMatch && <Unmatch id={line.id} />;
  if (line.journalState !== undefined) return null;
  return (
    <div className="actions end">
      {mayMatch && (
        <Button small onPress={() => onMatch(line)}>
          {t('import.match')}
        </Button>
      )}
      {mayBook && (
        <Button small onPress={() => onBook(line)}>
          {t('import.book')}
        </Button>
      )}
    </div>
  );
}

function Unmatch({ id }: { readonly id: number }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const taking = write('put', 'finance/bank-statement/line/unmatch/id/{id}', { path: { id } });
  const done = { say: t('import.unmatched'), touches: STATEMENT_TOUCHED, asToast: true };
  return (
    <Button small isPending={act.isPending} onPress={() => void act.run(taking, done)}>
      {t('import.unmatch')}
    </Button>
  );
}

interface MatchDialogProps {
  readonly line: Line;
  readonly onClose: () => void;
}

/** Lists the candidates for an unmatched line, most likely first. */
function MatchDialog({ line, onClose }: MatchDialogProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const { data, error } = useRead('finance/bank-statement/line/suggestion/id/{id}', {
    path: { id: line.id },
  });
  const match = async (cashTransactionId: number) => {
    const body = { lineId: line.id, cashTransactionId };
    const matching = write('put', 'finance/bank-statement/line/match', { body });
    const done = { say: t('import.match.done'), touches: STATEMENT_TOUCHED };
    if ((await act.run(matching, done)) !== undefined) onClose();
  };
  const matchJournal = async (journalId: number) => {
    const body = { lineId: line.id, journalId };
    const matching = write('put', 'finance/bank-statement/line/match-journal', { body });
    const done = { say: t('import.match.done'), touches: STATEMENT_TOUCHED };
    if ((await act.run(matching, done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('import.match.title')} onClose={onClose} place="wide">
      <div className="stack">
        <Terms
          of={{
            [t('ledger.date')]: format.day(line.bookedOn),
            [t('cash.amount')]: format.amount(line.amount, line.currency),
            [t('import.column.reference')]: line.reference,
            [t('cash.description')]: line.description,
          }}
        />
        <Problem error={act.error ?? error} />
        {data === undefined && !error && <Loading />}
        {data?.suggestions.length === 0 && data.journals.length === 0 && (
          <p>{t('import.match.none')}</p>
        )}
        {data !== undefined && data.suggestions.length > 0 && (
          <Suggestions
            of={data.suggestions}
            isPending={act.isPending}
            onMatch={(id) => void match(id)}
          />
        )}
        {data !== undefined && data.journals.length > 0 && (
          <JournalCandidates
            of={data.journals}
            isPending={act.isPending}
            onMatch={(id) => void matchJournal(id)}
          />
        )}
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

type Suggestion = ReplyOf<
  'get',
  'finance/bank-statement/line/suggestion/id/{id}'
>['suggestions'][number];

interface SuggestionsProps {
  readonly of: readonly Suggestion[];
  readonly isPending: boolean;
  readonly onMatch: (id: number) => void;
}

function Suggestions({ of, isPending, onMatch }: SuggestionsProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <caption className="sr">{t('import.match.title')}</caption>
      <thead>
        <tr>
          <th>{t('order.number')}</th>
          <th>{t('cash.kind')}</th>
          <th>{t('ledger.date')}</th>
          <th className="end">{t('cash.amount')}</th>
          <th>{t('import.match.customer')}</th>
          <th>{t('import.column.reference')}</th>
          <th>{t('cash.description')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={`${one.id} ${one.ofReversal}`}>
            <th scope="row">
              {one.name}
              {one.ofReversal && ` (${t('import.match.reversal')})`}
            </th>
            <td>{word(one.transType)}</td>
            <td>{format.day(one.postedOn)}</td>
            <td className="end">{format.amount(one.amount, one.currency)}</td>
            <td>{[one.partnerLabel, one.partnerName].filter(Boolean).join(' · ')}</td>
            <td>{one.reference}</td>
            <td>{one.description}</td>
            <td className="end">
              <Button small isDisabled={isPending} onPress={() => onMatch(one.id)}>
                {t('import.match')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface JournalCandidatesProps extends Omit<SuggestionsProps, 'of'> {
  readonly of: ReplyOf<'get', 'finance/bank-statement/line/suggestion/id/{id}'>['journals'];
}

/**
 * Journals that were not created by cash transactions, such as those of transfers between accounts.
 */
function JournalCandidates({ of, isPending, onMatch }: JournalCandidatesProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <table className="plain">
      <caption>{t('import.match.journals')}</caption>
      <thead>
        <tr>
          <th>{t('ledger.date')}</th>
          <th>{t('journal.member.narration')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ journalId, postedOn, narration }) => (
          <tr key={journalId}>
            <td>{format.day(postedOn)}</td>
            <td>{narration}</td>
            <td className="end">
              <Button small isDisabled={isPending} onPress={() => onMatch(journalId)}>
                {t('import.match')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
