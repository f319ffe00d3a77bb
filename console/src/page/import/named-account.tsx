// Lets the user choose a bank account if a file has statements for several.

import { isProblem } from '@countinghouse/sdk';
import { type ReactNode, useRef, useState } from 'react';
import { SelectField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import type { ChosenFile } from './file-field.js';

interface NamedAccount {
  /** The chosen account for a file. Empty if none is chosen yet. */
  readonly of: (file: ChosenFile) => string;
  readonly choose: (file: ChosenFile) => (account: string) => void;
  /** The accounts in a file, if the server has asked the user to choose one. */
  readonly choicesFor: (file: ChosenFile | undefined, error: unknown) => readonly string[];
}

/** Remembers the choice for one file. Another file starts without a choice. */
export function useNamedAccount(): NamedAccount {
  const [chosen, setChosen] = useState<{ readonly bytes: string; readonly account: string }>();
  // Once it has received the choice, the server no longer lists the accounts.
  const asked = useRef<{ readonly bytes: string; readonly accounts: readonly string[] }>(undefined);
  return {
    of: ({ bytes }) => (chosen?.bytes === bytes ? chosen.account : ''),
    choose:
      ({ bytes }) =>
      (account) =>
        setChosen({ bytes, account }),
    choicesFor: (file, error) => {
      if (file !== undefined && isProblem(error, 'BANK_ACCOUNT_NEEDED')) {
        asked.current = { bytes: file.bytes, accounts: error.args };
      }
      const isOfFile = file !== undefined && asked.current?.bytes === file.bytes;
      return isOfFile ? (asked.current?.accounts ?? []) : [];
    },
  };
}

interface NamedAccountFieldProps {
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChoose: (account: string) => void;
}

export function NamedAccountField(props: NamedAccountFieldProps): ReactNode {
  const { choices, value, onChoose } = props;
  const { t } = useSpeech();
  return (
    <SelectField
      label={t('import.named-account')}
      hint={t('import.named-account.hint')}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t('import.named-account.choose')}</option>
      {choices.map((account) => (
        <option key={account} value={account}>
          {account}
        </option>
      ))}
    </SelectField>
  );
}
