// A pending exchange report and the ways to settle it: book it, book corrected values, dispute it
// at the exchange, or close it with findings.

import type { ItemOf } from '@countinghouse/sdk';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { TextField } from '../../component/field.js';
import { Terms } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { CorrectReport } from './exchange-report-correction.js';
import { DisputeReport } from './exchange-report-dispute.js';
import { TOUCHED } from './exchange-report-touched.js';
import { FixMessageList } from './fix-messages.js';

type Report = ItemOf<'order/unmatched-report/list'>;

interface OneReportProps {
  readonly report: Report;
  readonly onClose: () => void;
}

type Settling = 'apply' | 'accept' | 'resolve';

/** Reasons why reports that may concern a fill are not booked. */
const CORRECTABLE: ReadonlySet<string> = new Set([
  ...['MALFORMED', 'POISON', 'UNKNOWN_ORDER', 'NOT_BOOKED'],
  ...['DUPLICATE_EXECUTION_SUSPECTED', 'UNSUPPORTED'],
]);

export function OneReport({ report, onClose }: OneReportProps): ReactNode {
  const [doing, choose] = useState<Settling | 'correct' | 'dispute'>();
  switch (doing) {
    case undefined:
      return <Choose report={report} onClose={onClose} choose={choose} />;
    case 'correct':
      return <CorrectReport report={report} onClose={onClose} />;
    case 'dispute':
      return <DisputeReport report={report} onClose={onClose} />;
    default:
      return <Settle report={report} settling={doing} onClose={onClose} />;
  }
}

interface ChooseProps extends OneReportProps {
  readonly choose: (doing: Settling | 'correct' | 'dispute') => void;
}

// While a proposal waits for approval, no other settlement is possible.
function Choose({ report, onClose, choose }: ChooseProps): ReactNode {
  const { t } = useSpeech();
  const isFree = !report.resolved && report.proposal === undefined;
  const mayApply = useMay('order.unmatched-report.apply') && isFree;
  const mayCorrect = useMay('order.unmatched-report.correct') && isFree;
  const mayResolve = useMay('order.unmatched-report.resolve') && isFree;
  const isNamed = report.execId !== undefined && report.dispute === undefined;
  const mayDispute = useMay('order.unmatched-report.dispute') && !report.resolved && isNamed;
  return (
    <Dialog title={`${t('exchange-report.one')} ${report.id}`} onClose={onClose}>
      <ReportTerms report={report} />
      <div className="actions end">
        <Button onPress={onClose}>{t('action.back')}</Button>
        {mayDispute && (
          <Button onPress={() => choose('dispute')}>{t('exchange-report.dispute')}</Button>
        )}
        {mayResolve && (
          <Button onPress={() => choose('resolve')}>{t('exchange-report.resolve')}</Button>
        )}
        {mayCorrect && CORRECTABLE.has(report.reason) && (
          <Button onPress={() => choose('correct')}>{t('exchange-report.correct')}</Button>
        )}
        {mayApply && report.reason === 'FILLS_DIFFER' && (
          <Button onPress={() => choose('accept')}>{t('exchange-report.accept')}</Button>
        )}
        {mayApply && (
          <Button tone="primary" onPress={() => choose('apply')}>
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
  const { orderId, proposal, resolved } = report;
  return (
    <>
      <p>{word(report.reason)}</p>
      {proposal !== undefined && (
        <p className="strong">
          {t('exchange-report.proposed', {
            who: proposal.proposedBy,
            change: String(proposal.changeId),
          })}
        </p>
      )}
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
          [t('exchange-report.age')]: resolved ? undefined : format.age(report.receivedDttm),
          [t('exchange-report.exec-id')]: report.execId,
          [t('exchange-report.message')]: <code>{report.message}</code>,
          [t('exchange-report.disputed')]: <DisputeLine report={report} />,
          [t('exchange-report.resolution')]: report.resolution,
        }}
      />
      {report.clOrdId !== '' && (
        <section>
          <h3>{t('order.fix')}</h3>
          <FixMessageList of={{ clOrdId: report.clOrdId }} />
        </section>
      )}
    </>
  );
}

function DisputeLine({ report: { dispute } }: { readonly report: Report }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  if (dispute === undefined) return t('exchange-report.disputed.not');
  const at = format.dayAndTime(dispute.sentDttm ?? dispute.requestedDttm);
  const { dkReason, text } = dispute;
  const why = word(dkReason === 'OTHER' ? 'DISPUTE_OTHER' : dkReason);
  const said = [why, text].filter((part) => part !== undefined);
  return (
    <>
      {word(`DISPUTE_${dispute.state}`)}, {at}, {dispute.requestedBy}: {said.join(', ')}
      {dispute.refusal !== undefined && ` (${dispute.refusal})`}
    </>
  );
}

interface SettleProps extends OneReportProps {
  readonly settling: Settling;
}

// A report with an unknown ClOrdID needs an order number as well as a reason.
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
      write={(resolution) =>
        settling === 'resolve'
          ? write('put', 'order/unmatched-report/resolve/id/{id}', { path, body: { resolution } })
          : write('put', 'order/unmatched-report/apply/id/{id}', {
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
