// Exchange reports that could not be booked or that contradict their order. A user books or closes
// each of them.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { OneReport } from './exchange-report.js';
import { REPORT_REASONS, REPORT_STATES } from './search.js';

const route = getRouteApi('/exchange-reports');

type Report = ItemOf<'order/unmatched-report/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Report>[] {
  return [
    { id: 'id', header: t('order.number'), widthPx: 80, cell: ({ id }) => id },
    {
      id: 'reason',
      header: t('exchange-report.reason'),
      widthPx: 260,
      cell: ({ reason }) => <span className="strong">{word(reason)}</span>,
    },
    {
      id: 'order',
      header: t('exchange-report.order'),
      widthPx: 170,
      cell: ({ clOrdId }) => clOrdId,
    },
    {
      id: 'received',
      header: t('exchange-report.received'),
      widthPx: 170,
      cell: ({ receivedDttm }) => format.dayAndTime(receivedDttm),
    },
    {
      id: 'age',
      header: t('exchange-report.age'),
      widthPx: 110,
      cell: ({ resolved, receivedDttm, alarms }) =>
        resolved ? '' : <Age since={receivedDttm} isLate={alarms > 0} />,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 140,
      cell: (report) => <Badge state={stateOf(report)} />,
    },
    {
      id: 'message',
      header: t('exchange-report.message'),
      widthPx: 320,
      grow: true,
      cell: ({ message }) => message,
    },
  ];
}

function Age(props: { readonly since: string; readonly isLate: boolean }): ReactNode {
  const format = useFormat();
  const age = format.age(props.since);
  return props.isLate ? <span className="badge bad">{age}</span> : age;
}

function stateOf({ resolved, proposal, dispute }: Report): string {
  if (resolved) return 'RESOLVED';
  if (proposal !== undefined) return 'PROPOSED';
  return dispute === undefined ? 'OPEN' : `DISPUTE_${dispute.state}`;
}

export function ExchangeReports(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state, reason } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Report>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const resolved = state === 'ALL' ? undefined : state === 'RESOLVED';
  return (
    <>
      <ListPage<Report>
        title={t('place.exchange-reports')}
        list={{ to: 'order/unmatched-report/list', query: { resolved, reason } }}
        columns={columns}
        empty={{ title: t('exchange-report.none'), hint: t('exchange-report.none.hint') }}
        onOpen={setOpen}
        filters={
          <>
            <ChoiceFilter
              label={t('order.status')}
              all={t('exchange-report.open')}
              value={state}
              choices={REPORT_STATES}
              onChange={(next) => void navigate({ search: { state: next, reason }, replace: true })}
            />
            <ChoiceFilter
              label={t('exchange-report.reason')}
              all={t('exchange-report.reason.all')}
              value={reason}
              choices={REPORT_REASONS}
              onChange={(next) => void navigate({ search: { state, reason: next }, replace: true })}
            />
          </>
        }
      />
      {open !== undefined && <OneReport report={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
