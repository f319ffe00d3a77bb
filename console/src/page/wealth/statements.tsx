// Shows the runs that issue wealth statements, and the list of statements with their PDFs.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { FilePlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { DateField } from '../../component/date-field.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { openFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { IssueForm } from './issue-form.js';
import { Runs } from './run.js';
import { STATEMENT_STATES, type StatementSearch } from './search.js';

const route = getRouteApi('/statements');

type Statement = ItemOf<'wealth/statement/list'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Statement>[] {
  return [
    {
      id: 'number',
      header: t('order.number'),
      widthPx: 140,
      cell: ({ name }) => <span className="strong">{name}</span>,
    },
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 240,
      grow: true,
      cell: ({ customerLabel }) => customerLabel,
    },
    {
      id: 'period',
      header: t('statement.period'),
      widthPx: 220,
      cell: ({ from, to }) => `${format.day(from)} – ${format.day(to)}`,
    },
    {
      id: 'version',
      header: t('statement.version'),
      widthPx: 80,
      end: true,
      cell: ({ versionNo }) => versionNo,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'value',
      header: t('statement.value'),
      widthPx: 180,
      end: true,
      cell: ({ closingValue, currency }) => format.amount(closingValue, currency),
    },
    {
      id: 'now',
      header: t('statement.value.now'),
      widthPx: 180,
      end: true,
      cell: ({ outdatedClosingValue, currency }) =>
        outdatedClosingValue === undefined ? '' : format.amount(outdatedClosingValue, currency),
    },
    {
      id: 'replaced',
      header: t('statement.replaced-by'),
      widthPx: 140,
      cell: ({ replacedByName }) => replacedByName,
    },
  ];
}

export function Statements(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const set = (change: StatementSearch) =>
    void navigate({ search: { state, from, to, ...change }, replace: true });
  return (
    <ListPage<Statement>
      title={t('place.statements')}
      list={{ to: 'wealth/statement/list', query: { state, sd: from, ed: to } }}
      columns={columns}
      empty={{ title: t('statement.none'), hint: t('statement.none.hint') }}
      onOpen={({ id }) => void openFile('wealth/statement/pdf/id/{id}', { path: { id } })}
      actions={<Issue />}
      filters={
        <>
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={STATEMENT_STATES}
            onChange={(next) => set({ state: next })}
          />
          <DateField
            label={t('statement.ends-from')}
            value={from}
            onChange={(next) => set({ from: next })}
          />
          <DateField
            label={t('statement.ends-to')}
            value={to}
            onChange={(next) => set({ to: next })}
          />
        </>
      }
    >
      <Runs />
    </ListPage>
  );
}

function Issue(): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  if (!useMay('wealth.statement.issue')) return null;
  return (
    <>
      <Button tone="primary" onPress={() => setOpen(true)}>
        <FilePlus aria-hidden />
        {t('statement.issue')}
      </Button>
      {isOpen && <IssueForm onClose={() => setOpen(false)} />}
    </>
  );
}
