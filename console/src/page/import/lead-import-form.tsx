// The form to import leads. The server checks each row before any lead is created.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../../component/field.js';
import { leadMember } from '../../language/en/lead-member.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from './dialog.js';
import type { FileMember } from './file-columns.js';
import { OfficeField, useOfficeChoice } from './office-field.js';
import { bodyOf, type RowFile, useRowFile } from './row-file.js';
import { VerdictTable } from './verdict-table.js';

const DUPLICATES = ['SKIP', 'CAPTURE'] as const;
const TOUCHED = ['crm/lead'];

type MemberId = keyof typeof leadMember;

type Reply = ReplyOf<'post', 'crm/lead/import'>;

const importing = (businessOfficeName: string, file: RowFile) =>
  write('post', 'crm/lead/import', {
    query: { businessOfficeName, label: file.name },
    body: bodyOf(file),
  });

type Duplicates = (typeof DUPLICATES)[number];

export function LeadImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const members = useLeadMembers();
  const { office, choose } = useOfficeChoice();
  const [duplicates, setDuplicates] = useState<Duplicates>('SKIP');
  const form = useRowFile<Reply>((file) => (office === '' ? undefined : importing(office, file)));
  const go = async () => {
    if (form.file === undefined) return;
    const read = await act.run(importing(office, form.file), { touches: TOUCHED });
    const { id }: { readonly id?: number } = Object(read);
    if (id === undefined) return;
    const done = { say: t('import.done'), touches: TOUCHED };
    if ((await act.run(committing(id, duplicates), done)) !== undefined) onClose();
  };
  return (
    <ImportDialog
      title={t('import.new.leads')}
      hint={t('import.leads.hint')}
      kind="LEAD"
      of={form}
      members={members}
      faults={form.reply?.result.verdicts.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={
        <>
          <OfficeField chosen={office} onChoose={choose} />
          <DuplicatesField value={duplicates} onChange={setDuplicates} />
        </>
      }
    >
      {form.reply !== undefined && <LeadPreview of={form.reply.result} members={members} />}
    </ImportDialog>
  );
}

const committing = (id: number, duplicates: Duplicates) =>
  write('put', 'crm/lead/import/commit/id/{id}', { path: { id }, body: { duplicates } });

const PREFIX = 'lead.member.';
const isNamed = (id: string): id is MemberId => id in leadMember;

// Sorted as in the language file, with names before addresses.
function useLeadMembers(): readonly FileMember[] {
  const { t } = useSpeech();
  const ids = Object.keys(leadMember).filter(isNamed);
  return ids.map((id) => ({ member: id.slice(PREFIX.length), label: t(id) }));
}

interface DuplicatesProps {
  readonly value: Duplicates;
  readonly onChange: (value: Duplicates) => void;
}

function DuplicatesField({ value, onChange }: DuplicatesProps): ReactNode {
  const { t } = useSpeech();
  return (
    <SelectField
      label={t('import.duplicates')}
      value={value}
      onChange={({ target }) =>
        onChange(DUPLICATES.find((each) => each === target.value) ?? 'SKIP')
      }
    >
      {DUPLICATES.map((each) => (
        <option key={each} value={each}>
          {t(`import.duplicates.${each}`)}
        </option>
      ))}
    </SelectField>
  );
}

interface LeadPreviewProps {
  readonly of: Reply['result'];
  readonly members: readonly FileMember[];
}

function LeadPreview({ of, members }: LeadPreviewProps): ReactNode {
  const { t } = useSpeech();
  const { rows, accepted, duplicates, refused, verdicts } = of;
  const nameOf = (member: string | undefined) =>
    members.find((each) => each.member === member)?.label ?? member;
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('import.leads.sum', { rows, accepted, duplicates, refused })}
      </p>
      <VerdictTable
        rows={verdicts}
        about={[[t('import.column.one'), ({ member }) => nameOf(member)]]}
        isGood={({ verdict }) => verdict === 'ACCEPTED'}
      />
    </>
  );
}
