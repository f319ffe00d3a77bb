// Shows the ledger of one account: its lines between two dates, as known at a chosen time. Each
// line links to its journal. A link from a report figure first shows the accounts of the figure.

import { getRouteApi, Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../component/button.js';
import { ChoiceField } from '../../component/choice-field.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { MomentField, momentOf } from '../../component/moment-field.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead, useShaped } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useShapedWindow } from '../../lib/window.js';
import { BookedJournal } from './booked-journal.js';
import { FigureAccounts } from './figure-accounts.js';
import type { LedgerSearch } from './search.js';

const route = getRouteApi('/ledger');

const FOUND_MAX = 8;
/** When the user chooses another account, the figure is no longer relevant. */
const NO_FIGURE = { type: undefined, office: undefined, currency: undefined } as const;

interface Line {
  readonly id: number;
  readonly name: string;
  readonly journalId: number;
  readonly description: string;
  readonly reference?: string;
  readonly transactionDate: string;
  readonly valueDate: string;
  readonly debitAmount: number;
  readonly creditAmount: number;
  readonly balance: number;
  readonly createdDttm: string;
}

interface LedgerHead {
  readonly accountName: string;
  readonly accountLabel: string;
  readonly currency: string;
  readonly openingBalance: number;
  readonly totalDebits: number;
  readonly totalCredits: number;
  readonly closingBalance: number;
}

function columnsOf(
  { t }: Speech,
  format: Format,
  open: (line: Line) => void,
): readonly Column<Line>[] {
  const side = (amount: number) => (amount === 0 ? '' : format.amount(amount));
  return [
    {
      id: 'date',
      header: t('ledger.date'),
      widthPx: 116,
      cell: (l) => format.day(l.transactionDate),
    },
    {
      id: 'value',
      header: t('ledger.value-date'),
      widthPx: 116,
      cell: (l) => format.day(l.valueDate),
    },
    {
      id: 'line',
      header: t('ledger.line'),
      widthPx: 124,
      cell: (line) => (
        <button type="button" className="link" tabIndex={-1} onClick={() => open(line)}>
          {line.name}
        </button>
      ),
    },
    {
      id: 'what',
      header: t('cash.description'),
      widthPx: 280,
      grow: true,
      cell: (l) => l.description,
    },
    {
      id: 'debit',
      header: t('journal.debit'),
      widthPx: 140,
      end: true,
      cell: (l) => side(l.debitAmount),
    },
    {
      id: 'credit',
      header: t('journal.credit'),
      widthPx: 140,
      end: true,
      cell: (l) => side(l.creditAmount),
    },
    {
      id: 'balance',
      header: t('ledger.balance'),
      widthPx: 150,
      end: true,
      cell: (l) => <span className="strong">{format.amount(l.balance)}</span>,
    },
  ];
}

export function Ledger(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: LedgerSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={t('place.ledger')}
      full
      trail={search.type === undefined ? undefined : <Trail search={search} />}
    >
      <Filters search={search} onChange={set} />
      <Content search={search} onChange={set} />
      {search.journal !== undefined && (
        <BookedJournal id={search.journal} onClose={() => set({ journal: undefined })} />
      )}
    </Page>
  );
}

/** Links from an account back to the report figure. */
function Trail({ search }: Pick<FiltersProps, 'search'>): ReactNode {
  const { t } = useSpeech();
  const { a, sd: _sd, journal: _journal, ...figure } = search;
  return (
    <>
      <Link to="/reports" search={{ d: search.ed, asOf: search.asOf }}>
        {t('place.reports')}
      </Link>
      {a !== undefined && search.currency !== undefined && (
        <>
          {' › '}
          <Link to="/ledger" search={{ ...figure, sd: search.sd }}>
            {t('ledger.accounts', { type: search.type ?? '' })}
          </Link>
        </>
      )}
    </>
  );
}

function Content({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useSpeech();
  const { a, type } = search;
  if (a !== undefined) return <Lines account={a} search={search} onChange={onChange} />;
  if (type !== undefined) return <FigureAccounts search={{ ...search, type }} />;
  return (
    <Empty title={t('ledger.none')}>
      <p>{t('ledger.none.hint')}</p>
    </Empty>
  );
}

interface FiltersProps {
  readonly search: LedgerSearch;
  readonly onChange: (change: LedgerSearch) => void;
}

function Filters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useSpeech();
  return (
    <search className="filters">
      <AccountField onChange={onChange} />
      <DateField label={t('field.from')} value={search.sd} onChange={(sd) => onChange({ sd })} />
      <DateField label={t('field.to')} value={search.ed} onChange={(ed) => onChange({ ed })} />
      <MomentField value={search.asOf} onChange={(asOf) => onChange({ asOf })} />
    </search>
  );
}

/** Searches for an account by part of its code or label, or by customer. */
function AccountField({ onChange }: Pick<FiltersProps, 'onChange'>): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const search = text.trim();
  const { data, isPlaceholderData } = useRead('finance/account/list', {
    query: { search, s: FOUND_MAX },
    enabled: search.length > 1,
  });
  const choices = (data?.result ?? []).map(({ id, label, name }) => ({
    key: String(id),
    label,
    aside: name,
  }));
  return (
    <div className="account-choice">
      <ChoiceField
        label={t('ledger.account')}
        first=""
        choices={choices}
        isSearching={isPlaceholderData}
        onSearch={setText}
        onChoose={(choice) =>
          choice !== undefined && onChange({ ...NO_FIGURE, a: choice.key, journal: undefined })
        }
      />
    </div>
  );
}

function Lines(props: FiltersProps & { readonly account: string }): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { sd, ed, asOf } = props.search;
  const query = { a: Number(props.account), sd, ed, asOf: momentOf(asOf) };
  const list = useShapedWindow<Line>({ to: 'finance/filedger/list/account/id', query });
  const head = useShaped<LedgerHead>('finance/filedger/list/account/id', {
    query: { ...query, s: 1 },
  });
  const open = ({ journalId }: Line) => props.onChange({ journal: String(journalId) });
  const opening = useRef(open);
  opening.current = open;
  const columns = useMemo(
    () => columnsOf(speech, format, (line) => opening.current(line)),
    [speech, format],
  );
  const { data } = head;
  if (list.error) return <Problem error={list.error} />;
  return (
    <>
      <div className="ledger-head">
        <strong>{data?.accountLabel}</strong> <span className="faint">{data?.accountName}</span>
        <span className="space" />
        <Button small onPress={() => void saveFile('finance/report/statement/csv', { query })}>
          <FileDown aria-hidden />
          CSV
        </Button>
        <Button small onPress={() => void saveFile('finance/report/statement/xlsx', { query })}>
          <FileDown aria-hidden />
          XLSX
        </Button>
      </div>
      {list.count === 0 ? (
        <Empty title={t('ledger.no-lines')} />
      ) : (
        <DataGrid
          label={t('place.ledger')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          onOpen={open}
        />
      )}
      <div className="grid-foot">
        <span aria-live="polite">{t('grid.count', { count: list.count ?? 0 })}</span>
        <span className="space" />
        <span>
          {t('ledger.opening')} <strong>{format.amount(data?.openingBalance)}</strong>
        </span>
        <span>
          {t('journal.debit')} <strong>{format.amount(data?.totalDebits)}</strong>
        </span>
        <span>
          {t('journal.credit')} <strong>{format.amount(data?.totalCredits)}</strong>
        </span>
        <span>
          {t('ledger.closing')}{' '}
          <strong>{format.amount(data?.closingBalance, data?.currency)}</strong>
        </span>
      </div>
    </>
  );
}
