// Reports of exchanges that could not be booked, or contradict their order: what each says, and how
// it is settled: booked after all, or closed with what was found.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import type { Column } from '../../component/data-grid.js';
import { Dialog } from '../../component/dialog.js';
import { TextField } from '../../component/field.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { Terms } from '../../component/page.js';
import { asking } from '../../lib/asking.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { REPORT_REASONS, REPORT_STATES } from './search.js';

const route = getRouteApi('/exchange-reports');

type Report = ItemOf<'order/unmatched-report/list'>;

/** Beginnings of the paths whose replies a settled report makes old. */
const TOUCHED = ['order/unmatched-report', 'order/tradeorder', 'order/portfolio'] as const;

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
      id: 'state',
      header: t('order.status'),
      widthPx: 110,
      cell: ({ resolved }) => <Badge state={resolved ? 'RESOLVED' : 'OPEN'} />,
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

interface OneReportProps {
  readonly report: Report;
  readonly onClose: () => void;
}

type Settling = 'apply' | 'accept' | 'resolve';

function OneReport({ report, onClose }: OneReportProps): ReactNode {
  const { t } = useSpeech();
  const [settling, settle] = useState<Settling>();
  const mayApply = useMay('order.unmatched-report.apply') && !report.resolved;
  const mayResolve = useMay('order.unmatched-report.resolve') && !report.resolved;
  if (settling !== undefined) {
    return <Settle report={report} settling={settling} onClose={onClose} />;
  }
  return (
    <Dialog title={`${t('exchange-report.one')} ${report.id}`} onClose={onClose}>
      <ReportTerms report={report} />
      <div className="actions end">
        <Button onPress={onClose}>{t('action.back')}</Button>
        {mayResolve && (
          <Button onPress={() => settle('resolve')}>{t('exchange-report.resolve')}</Button>
        )}
        {mayApply && report.reason === 'FILLS_DIFFER' && (
          <Button onPress={() => settle('accept')}>{t('exchange-report.accept')}</Button>
        )}
        {mayApply && (
          <Button tone="primary" onPress={() => settle('apply')}>
            {t('exchange-report.apply')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function ReportTerms({ report }: { readonly report: Report }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { orderId } = report;
  return (
    <>
      <p>{word(report.reason)}</p>
      <Terms
        of={{
          [t('exchange-report.order')]:
            orderId === undefined ? (
              report.clOrdId
            ) : (
              <Link to="/orders/$id" params={{ id: String(orderId) }}>
                {report.clOrdId}
              </Link>
            ),
          [t('order.exchange')]: report.exchange,
          [t('exchange-report.received')]: format.dayAndTime(report.receivedDttm),
          [t('exchange-report.exec-id')]: report.execId,
          [t('exchange-report.message')]: <code>{report.message}</code>,
          [t('exchange-report.resolution')]: report.resolution,
        }}
      />
    </>
  );
}

interface SettleProps extends OneReportProps {
  readonly settling: Settling;
}

// An unknown ClOrdID is the only thing that a person has to say besides why.
function Settle({ report, settling, onClose }: SettleProps): ReactNode {
  const { t } = useSpeech();
  const [order, setOrder] = useState('');
  const asksOrder = settling === 'apply' && report.reason === 'UNKNOWN_ORDER';
  const path = { id: report.id };
  const named = /^\d+$/.test(order.trim()) ? { orderId: Number(order.trim()) } : {};
  return (
    <Confirm
      title={`${t(`exchange-report.${settling}`)}: ${report.clOrdId}`}
      action={t(`exchange-report.${settling}`)}
      onClose={onClose}
      reason
      asking={(resolution) =>
        settling === 'resolve'
          ? asking('put', 'order/unmatched-report/resolve/id/{id}', { path, body: { resolution } })
          : asking('put', 'order/unmatched-report/apply/id/{id}', {
              path,
              body: {
                resolution,
                ...(asksOrder ? named : {}),
                ...(settling === 'accept' ? { acceptContradiction: true } : {}),
              },
            })
      }
      done={{ say: t('exchange-report.settled'), touches: TOUCHED }}
    >
      <p>{t(`exchange-report.${settling}.question`)}</p>
      {asksOrder && (
        <TextField
          label={t('exchange-report.order-number')}
          value={order}
          onChange={(event) => setOrder(event.target.value)}
          inputMode="numeric"
        />
      )}
    </Confirm>
  );
}
