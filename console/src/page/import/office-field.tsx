// The business office of an import.

import { type ReactNode, useState } from 'react';
import { SelectField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import { useOffices } from '../../lib/office.js';

interface OfficeFieldProps {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

export function OfficeField({ chosen, onChoose }: OfficeFieldProps): ReactNode {
  const { t } = useSpeech();
  const offices = useOffices();
  return (
    <SelectField
      label={t('order.office')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {offices.map(({ id, name, label }) => (
        <option key={id} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Returns the code of the chosen office. Defaults to the first one. Empty while loading. */
export function useOfficeChoice() {
  const first = useOffices()[0]?.name ?? '';
  const [chosen, choose] = useState('');
  return { office: chosen || first, choose };
}
