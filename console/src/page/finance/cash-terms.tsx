// The terms and journals of a cash transaction.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { JournalLines } from '../../component/journal-lines.js';
import { Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

export type CashTransaction = ReplyOf<'get', 'finance/cash-transaction/id/{id}'>;

/** The states before posting. */
const WAITING: ReadonlySet<string> = new Set(['PENDING', 'APPROVED']);

export function CashTerms({ of }: { readonly of: CashTransaction }): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <Panel title={t('approval.what')}>
        <Terms of={{ ...useMovement(of), ...useCircumstances(of) }} />
      </Panel>
      {/* For a posted transaction, the journal to be written is its reversal. */}
      {of.journal !== undefined && (
        <Panel title={t('approval.journal')} flush>
          <JournalLines title={t('ledger.account')} journal={of.journal} />
        </Panel>
      )}
      {of.journalId !== undefined && <Booked id={of.id} />}
    </>
  );
}

/** Returns the amount, parties and fees. */
function useMovement(of: CashTransaction): Readonly<Record<string, ReactNode>> {
  const { t, word } = useSpeech();
  const format = useFormat();
  const charged = (amount: number) => (amount === 0 ? '' : format.amount(amount, of.currency));
  const { counterPartyPartnerName: receiver, counterPartyCashAccount: into } = of;
  return {
    [t('cash.kind')]: word(of.transType),
    [t('cash.amount')]: format.amount(of.amount, of.currency),
    [t('order.customer')]: of.partnerLabel,
    [t('cash.account')]: of.cashAccountName,
    [t('cash.receiver')]: [receiver, into].filter((name) => name !== undefined).join(' · '),
    [t('cash.arrives')]: format.amount(of.counterPartyAmount, of.counterPartyCurrency),
    [t('cash.rate')]:
      of.exchangeRate === undefined
        ? ''
        : [
            of.exchangeRatePair,
            format.price(of.exchangeRate),
            format.day(of.exchangeRateDate),
          ].join(' '),
    [t('cash.fee')]: charged(of.processingFeeAmount),
    [t('cash.early')]: charged(of.earlyWithdrawalAmount),
  };
}

/** Returns the method, dates, reason and people involved. */
function useCircumstances(of: CashTransaction): Readonly<Record<string, ReactNode>> {
  const { t, word } = useSpeech();
  const format = useFormat();
  const given = `${of.approvals.length} / ${of.approvalsNeeded}`;
  const approvers = of.approvals.map(({ approvedByName }) => approvedByName).join(', ');
  return {
    [t('cash.method')]: word(of.transMethod),
    [t('ledger.value-date')]:
      of.valueDate === undefined && WAITING.has(of.transState)
        ? t('cash.value-date.posting')
        : format.day(of.valueDate),
    [t('import.column.reference')]: of.reference,
    [t('cash.description')]: of.description,
    [t('cash.batch')]: of.batchName,
    [t('cash.made-by')]: of.createdBy,
    [t('approval.given')]: approvers === '' ? given : `${given}: ${approvers}`,
    [t('cash.reversal.requested-by')]: of.reversalAskedBy,
    [t('cash.cleared-by-bank')]: of.bankStmtCleared ? t('cash.cleared-by-bank.yes') : '',
    [t('field.reason')]: of.decisionReason,
  };
}

/** Shows the journals of the posting and the reversal. */
function Booked({ id }: { readonly id: number }): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('finance/journal/list', {
    query: { sourceType: 'CASH_TRANSACTION', sourceId: id },
    enabled: useMay('finance.journal.read'),
  });
  if (data === undefined || data.count === 0) return null;
  return (
    <Panel title={t('cash.journal')} flush>
      {data.result.map((journal) => (
        <JournalLines key={journal.id} title={t('ledger.account')} journal={journal} />
      ))}
    </Panel>
  );
}
