// A cash transaction as it is looked at before something is done with it: its terms, its journal.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { JournalLines } from '../../component/journal-lines.js';
import { Panel, Terms } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

export type CashTransaction = ReplyOf<'get', 'finance/cash-transaction/id/{id}'>;

export function CashTerms({ of }: { readonly of: CashTransaction }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <>
      <Panel title={t('approval.what')}>
        <Terms
          of={{
            [t('cash.kind')]: word(of.transType),
            [t('cash.amount')]: format.amount(of.amount, of.currency),
            [t('order.customer')]: of.partnerLabel,
            [t('cash.method')]: word(of.transMethod),
            [t('cash.description')]: of.description,
            [t('approval.given')]: `${of.approvals.length} / ${of.approvalsNeeded}`,
            [t('field.reason')]: of.decisionReason,
          }}
        />
      </Panel>
      {of.journal !== undefined && (
        <Panel title={t(isBooked(of) ? 'cash.journal' : 'approval.journal')} flush>
          <JournalLines title={t('ledger.account')} journal={of.journal} />
        </Panel>
      )}
    </>
  );
}

const isBooked = ({ transState }: CashTransaction): boolean =>
  transState === 'POSTED' || transState === 'REVERSED';
