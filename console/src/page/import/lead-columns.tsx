// The columns of a file of leads: as what each is read, and how that is changed.

import type { ReactNode } from 'react';
import { SelectField } from '../../component/field.js';
import { leadMember } from '../../language/en/lead-member.js';
import { useSpeech } from '../../lib/language.js';

type MemberId = keyof typeof leadMember;

export interface FileColumn {
  readonly header: string;
  /** Nothing is read from a column without one. */
  readonly member?: string | undefined;
}

const PREFIX = 'lead.member.';
/** As the language lists them: people before addresses. */
const MEMBERS = Object.keys(leadMember).map((id) => id.slice(PREFIX.length));

const isNamed = (id: string): id is MemberId => id in leadMember;

/** What a member of a lead is called. */
export function useMemberName(): (member: string | undefined) => string {
  const { t } = useSpeech();
  return (member = '') => {
    const id = PREFIX + member;
    return isNamed(id) ? t(id) : member;
  };
}

/** What was said of columns, with one said anew. */
export const mappedAnew = (
  mapping: readonly FileColumn[],
  said: FileColumn,
): readonly FileColumn[] => [...mapping.filter(({ header }) => header !== said.header), said];

/** The columns as somebody said, before the server has answered to it. */
export const saidOf = (
  columns: readonly FileColumn[],
  mapping: readonly FileColumn[],
): readonly FileColumn[] =>
  columns.map((column) => mapping.find(({ header }) => header === column.header) ?? column);

interface LeadColumnsProps {
  readonly columns: readonly FileColumn[];
  readonly onMap: (said: FileColumn) => void;
}

export function LeadColumns({ columns, onMap }: LeadColumnsProps): ReactNode {
  const { t } = useSpeech();
  const nameOf = useMemberName();
  const named = columns.filter(
    ({ header }, place) =>
      header !== '' && columns.findIndex((each) => each.header === header) === place,
  );
  return (
    <fieldset className="fields">
      <legend>{t('import.columns')}</legend>
      {named.map(({ header, member }) => (
        <SelectField
          key={header}
          label={header}
          value={member ?? ''}
          onChange={({ target }) => onMap({ header, member: target.value || undefined })}
        >
          <option value="">{t('import.column.unread')}</option>
          {MEMBERS.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}
