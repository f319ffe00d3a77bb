// The column mapping of a file, and the fields for changing it.

import type { ReactNode } from 'react';
import { SelectField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';

export interface FileColumn {
  readonly header: string;
  /** A column without a field is ignored. */
  readonly member?: string | undefined;
}

/** A field that a column can be mapped to, with its label. */
export interface FileMember {
  readonly member: string;
  readonly label: string;
}

interface FileColumnsProps {
  readonly columns: readonly FileColumn[];
  readonly members: readonly FileMember[];
  readonly onMap: (said: FileColumn) => void;
}

export function FileColumns({ columns, members, onMap }: FileColumnsProps): ReactNode {
  const { t } = useSpeech();
  const named = columns.filter(
    ({ header }, place) =>
      header !== '' && columns.findIndex((each) => each.header === header) === place,
  );
  if (named.length === 0) return null;
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
          {members.map((each) => (
            <option key={each.member} value={each.member}>
              {each.label}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}
