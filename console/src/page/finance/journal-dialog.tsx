// Shows a manual journal with its terms, its lines, its approval and its next step.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { JournalLines } from '../../component/journal-lines.js';
import { Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';
import { RecordDialog } from './record-dialog.js';

type Draft = ReplyOf<'get', 'finance/journal/draft/id/{id}'>;

interface JournalDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function JournalDialog({ id, onClose }: JournalDialogProps): ReactNode {
  const { t } = useSpeech();
  const read = useRead('finance/journal/draft/id/{id}', { path: { id } });
  const draft = read.data;
  const title = draft === undefined ? t('place.journals') : `${draft.name} ${draft.narration}`;
  return (
    <RecordDialog of={read} title={title} onClose={onClose}>
      {(data) => (
        <>
          <div>
            <Badge state={data.state} />
          </div>
          <JournalTerms of={data} />
          <JournalLines title={t('journal.lines')} journal={data} />
          <Steps of={data} onClose={onClose} />
        </>
      )}
    </RecordDialog>
  );
}

/** The terms of the journal. */
export function JournalTerms({ of }: { readonly of: Draft }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const nameOf = useOfficeName();
  return (
    <Terms
      of={{
        [t('cash.description')]: of.narration,
        [t('order.office')]: nameOf(of.businessOfficeName),
        [t('ledger.date')]: format.day(of.transactionDate),
        [t('ledger.value-date')]: format.day(of.valueDate),
        [t('journal.reference')]: of.reference,
        [t('cash.made-by')]: of.createdBy,
        [t('journal.decided-by')]: of.decidedBy,
        [t('field.reason')]: of.decisionReason,
        [t('journal.closed-period')]: of.adjusting ? t('journal.closed-period.yes') : '',
        [t('journal.booked-as')]: of.journalId,
        [t('journal.reverses')]: of.reversalOfJournalId,
        [t('journal.reversed-by')]: of.reversedByJournalId,
      }}
    />
  );
}

/** A step with its confirmation text and success message. */
interface Step {
  readonly action: string;
  readonly question: string;
  readonly said: string;
  readonly write: (reason: string) => Write<unknown>;
  /** True if the step requires a reason. */
  readonly hasReason: boolean;
}

function useSteps(of: Draft): readonly Step[] {
  const { t } = useSpeech();
  const mayCancel = useMay('finance.journal.cancel');
  const mayReverse = useMay('finance.journal.reverse');
  if (of.state === 'PENDING' && mayCancel) {
    return [
      {
        ...{ action: t('journal.cancel'), question: t('journal.cancel.question') },
        ...{ said: t('journal.cancelled'), hasReason: false },
        write: () => write('put', 'finance/journal/draft/cancel/id/{id}', { path: { id: of.id } }),
      },
    ];
  }
  const { journalId } = of;
  const isStanding = journalId !== undefined && of.reversedByJournalId === undefined;
  if (!isStanding || !mayReverse) return [];
  return [
    {
      ...{ action: t('cash.reverse'), question: t('journal.reverse.question') },
      ...{ said: t('journal.made'), hasReason: true },
      write: (narration) =>
        write('post', 'finance/journal/reverse/id/{id}', {
          path: { id: journalId },
          body: narration === '' ? {} : { narration },
        }),
    },
  ];
}

function Steps({ of, onClose }: { readonly of: Draft; readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const steps = useSteps(of);
  const [confirming, confirm] = useState<Step>();
  return (
    <div className="actions end">
      <Button onPress={onClose}>{t('action.back')}</Button>
      {steps.map((step) => (
        <Button key={step.action} tone="danger" onPress={() => confirm(step)}>
          {step.action}
        </Button>
      ))}
      {confirming !== undefined && (
        <Confirm
          title={`${confirming.action}: ${of.name} ${of.narration}`}
          action={confirming.action}
          isDanger
          {...(confirming.hasReason ? { reason: 'optional' } : {})}
          onClose={() => confirm(undefined)}
          write={confirming.write}
          done={{ say: confirming.said, touches: ['finance/journal'] }}
        >
          <p>{confirming.question}</p>
        </Confirm>
      )}
    </div>
  );
}
