// A booked journal: its lines, and the record that caused it.

import type { ReplyOf } from '@countinghouse/sdk';
import { Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { JournalLines } from '../../component/journal-lines.js';
import { Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { openFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import { useMay } from '../../lib/permission.js';
import { RecordDialog } from './record-dialog.js';

type Booked = ReplyOf<'get', 'finance/journal/id/{id}'>;

interface BookedJournalProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function BookedJournal({ id, onClose }: BookedJournalProps): ReactNode {
  const { t } = useSpeech();
  const read = useRead('finance/journal/id/{id}', { path: { id } });
  const title = t('journal.booked', { id });
  return (
    <RecordDialog of={read} title={title} onClose={onClose}>
      {(data) => (
        <>
          <BookedTerms of={data} />
          <JournalLines title={t('journal.lines')} journal={data} />
          <div className="actions end">
            <Button onPress={onClose}>{t('action.back')}</Button>
          </div>
        </>
      )}
    </RecordDialog>
  );
}

function BookedTerms({ of }: { readonly of: Booked }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const nameOf = useOfficeName();
  return (
    <Terms
      of={{
        [t('cash.description')]: of.label,
        [t('journal.source')]: <Source of={of} />,
        [t('order.office')]: nameOf(of.businessOfficeName),
        [t('ledger.date')]: format.day(of.transactionDate),
        [t('ledger.value-date')]: format.day(of.valueDate),
        [t('cash.made-by')]: of.madeBy,
        [t('journal.decided-by')]: of.approvedBy,
        [t('journal.reverses')]: of.reversalOfJournalId,
        [t('journal.reversed-by')]: of.reversedByJournalId,
      }}
    />
  );
}

/** The record that caused the journal, as a link if it has a page. */
function Source({ of }: { readonly of: Booked }): ReactNode {
  const { word } = useSpeech();
  const { relatedTo, relatedToId } = of;
  const named = `${word(relatedTo)} ${relatedToId ?? ''}`;
  if (relatedToId === undefined) return named;
  const id = String(relatedToId);
  switch (relatedTo) {
    case 'CONTRACT_NOTE':
      return <NoteSource id={id} name={named} />;
    case 'CASH_TRANSACTION':
      return (
        <Link to="/cash" search={{ id }}>
          {named}
        </Link>
      );
    default:
      return named;
  }
}

/** The contract note as a PDF, and its order. */
function NoteSource({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { t } = useSpeech();
  const { data: note } = useRead('order/contractnote/id/{id}', {
    path: { id },
    enabled: useMay('order.contract-note.read'),
  });
  if (note === undefined) return name;
  const { orderId } = note;
  return (
    <span className="sums">
      <span>{name}</span>
      <Link to="/orders/$id" params={{ id: String(orderId) }}>
        {t('palette.order', { number: String(orderId) })}
      </Link>
      <Button
        small
        onPress={() => void openFile('order/contractnote/pdf/id/{id}', { path: { id } })}
      >
        <FileDown aria-hidden />
        PDF
      </Button>
    </span>
  );
}
