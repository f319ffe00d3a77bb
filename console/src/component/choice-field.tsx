// A field that searches for a record as the user types. The list comes from the server.

import { type ReactNode, useState } from 'react';
import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { useSpeech } from '../lib/language.js';

export interface Choice {
  /** The unique key of the choice. */
  readonly key: string;
  readonly label: string;
  readonly aside?: string | undefined;
}

interface ChoiceFieldProps {
  readonly label: string;
  /** The text of the initial choice. */
  readonly first: string;
  readonly choices: readonly Choice[];
  /**
   * True while the choices are still those for the previous text. They are shown but cannot be
   * chosen.
   */
  readonly isSearching?: boolean;
  readonly onSearch: (text: string) => void;
  readonly onChoose: (choice: Choice | undefined) => void;
  readonly fieldError?: string | undefined;
  readonly autoFocus?: boolean;
  readonly isDisabled?: boolean;
}

export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const { label, first, onSearch, onChoose, fieldError, autoFocus, isDisabled } = props;
  const { isSearching = false } = props;
  const { t } = useSpeech();
  // The list navigates by key, so a duplicate key would cause an endless loop.
  const choices = [...new Map(props.choices.map((choice) => [choice.key, choice])).values()];
  const [text, setText] = useState(first);
  return (
    <ComboBox
      className="field"
      items={choices}
      disabledKeys={isSearching ? choices.map(({ key }) => key) : []}
      inputValue={text}
      onInputChange={(next) => {
        setText(next);
        onSearch(next);
      }}
      onSelectionChange={(key) => {
        const choice = isSearching ? undefined : choices.find((each) => each.key === key);
        onChoose(choice);
        if (choice !== undefined) setText(choice.label);
      }}
      menuTrigger="input"
      allowsCustomValue
      allowsEmptyCollection
      isInvalid={fieldError !== undefined}
      isDisabled={isDisabled ?? false}
    >
      <Label>{label}</Label>
      <Input className="input" autoFocus={autoFocus ?? false} autoComplete="off" />
      {fieldError === undefined ? (
        <Text slot="description" />
      ) : (
        <FieldError className="fault">{fieldError}</FieldError>
      )}
      <Popover className="menu choice">
        <ListBox<Choice>
          renderEmptyState={() => <p className="faint padded">{t('choice.none')}</p>}
        >
          {({ key, label: name, aside }) => (
            <ListBoxItem id={key} textValue={name} className="choice-item">
              <span>{name}</span>
              <span className="faint">{aside}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
