// Shows the columns of a file with their first cells, and the field that each is mapped to.

import type { ReactNode } from 'react';
import { SelectField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import type { FileColumn, MappedHeader } from './row-file.js';

/** A field that a column can be mapped to, with its label. */
export interface FileMember {
  readonly member: string;
  readonly label: string;
}

interface FileColumnsProps {
  readonly columns: readonly FileColumn[];
  readonly members: readonly FileMember[];
  /** False until the server has reported which columns it recognizes. */
  readonly isRead: boolean;
  readonly onMap: (decided: MappedHeader) => void;
}

/** The value for an excluded column. No field has this name. */
const LEFT_OUT = '-';

export function FileColumns({ columns, members, isRead, onMap }: FileColumnsProps): ReactNode {
  const { t } = useSpeech();
  if (columns.length === 0) return null;
  return (
    <fieldset className="fields">
      <legend>{t('import.columns')}</legend>
      {columns.map(({ header, member, isDecided, samples }) => (
        <SelectField
          key={header}
          label={header}
          hint={samples.length > 0 && samples.join(' · ')}
          value={member ?? (isDecided ? LEFT_OUT : '')}
          onChange={({ target }) => onMap(mappedOf(header, target.value))}
        >
          {!isDecided && (
            <option value="">{t(isRead ? 'import.column.unknown' : 'import.found')}</option>
          )}
          <MemberOptions members={members} />
        </SelectField>
      ))}
    </fieldset>
  );
}

/** The choices for a column: excluded, or one of the fields. */
export function MemberOptions({ members }: Pick<FileColumnsProps, 'members'>): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <option value={LEFT_OUT}>{t('import.column.unread')}</option>
      {members.map((each) => (
        <option key={each.member} value={each.member}>
          {each.label}
        </option>
      ))}
    </>
  );
}

/** Returns the mapping of a column for the user's choice. */
export const mappedOf = (header: string, value: string): MappedHeader =>
  value === LEFT_OUT ? { header } : { header, member: value };
