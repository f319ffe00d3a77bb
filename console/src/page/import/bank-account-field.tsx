// Lets the user choose a bank account: a client account or an account of the firm.

import { type ReactNode, useState } from 'react';
import { ChoiceField } from '../../component/choice-field.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';

const FOUND_MAX = 100;
/** The part of a bank account’s code that follows the office code. */
const BANK = ':BANK:';

interface BankAccountFieldProps {
  readonly label?: string;
  readonly onChoose: (name: string) => void;
  readonly autoFocus?: boolean;
}

export function BankAccountField({ label, onChoose, autoFocus }: BankAccountFieldProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const { data, isPlaceholderData } = useRead('finance/account/list', {
    query: { search: text.trim() === '' ? BANK : text.trim(), s: FOUND_MAX },
  });
  const found = (data?.result ?? []).filter(({ name }) => name.includes(BANK));
  return (
    <ChoiceField
      label={label ?? t('import.account')}
      first=""
      choices={found.map(({ name, label: of }) => ({ key: name, label: of, aside: name }))}
      isSearching={isPlaceholderData}
      onSearch={setText}
      onChoose={(choice) => onChoose(choice?.key ?? '')}
      {...(autoFocus === true ? { autoFocus } : {})}
    />
  );
}
