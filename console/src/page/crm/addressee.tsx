// Lets the user choose the recipient of a message: a customer, lead or contact, or a phone number.

import { type ReactNode, useDeferredValue, useState } from 'react';
import { type Choice, ChoiceField } from '../../component/choice-field.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { PERSON_KINDS } from './search.js';

const FOUND_MAX = 8;
const SEARCHED_FROM_LETTERS = 2;
/** Matches text that may be a phone number in any usual notation. */
const NUMBER = /^\+?[\d\s().-]{7,20}$/;

type PersonKind = (typeof PERSON_KINDS)[number];

/** A person in the database. */
export interface Person {
  readonly kind: PersonKind;
  readonly id: number;
}

/** A person with their current number, or a number and the person it belongs to, if known. */
export interface Addressee {
  readonly person?: Person | undefined;
  readonly to?: string | undefined;
}

/** Returns the text as a phone number without separators. Undefined if it is not one. */
export function numberOf(text: string): string | undefined {
  return NUMBER.test(text.trim()) ? text.replaceAll(/[\s().-]/g, '') : undefined;
}

interface AddresseeFieldProps {
  /** The initial text of the field. */
  readonly first: string;
  readonly fieldError: string | undefined;
  readonly onChange: (addressee: Addressee | undefined, label: string) => void;
}

export function AddresseeField({ first, fieldError, onChange }: AddresseeFieldProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { people, isSearching } = usePeople(search);
  const number = numberOf(text);
  const plain: Choice[] =
    number === undefined ? [] : [{ key: number, label: number, aside: t('message.number') }];
  return (
    <ChoiceField
      label={t('message.to')}
      first={first}
      choices={[...plain, ...people]}
      isSearching={isSearching || search !== text.trim()}
      onSearch={(next) => {
        setText(next);
        const to = numberOf(next);
        onChange(to === undefined ? undefined : { to }, next);
      }}
      onChoose={(choice) => {
        if (choice !== undefined) onChange(addresseeOf(choice.key), choice.label);
      }}
      fieldError={fieldError}
      autoFocus
    />
  );
}

function addresseeOf(key: string): Addressee {
  const [word, id] = key.split(' ');
  const kind = PERSON_KINDS.find((each) => each === word);
  return kind === undefined ? { to: key } : { person: { kind, id: Number(id) } };
}

interface Found {
  readonly people: readonly Choice[];
  /** True while some results belong to an earlier search text. */
  readonly isSearching: boolean;
}

/** Finds matching customers, leads and contacts that the user may see. */
function usePeople(search: string): Found {
  const { word } = useSpeech();
  const isSearch = search.length >= SEARCHED_FROM_LETTERS;
  const searchQuery = { q: search, s: FOUND_MAX };
  const customers = useRead('partner/customer/list', {
    query: { search, s: FOUND_MAX },
    enabled: useMay('party.customer.read') && isSearch,
  });
  const leads = useRead('crm/lead/list', {
    query: searchQuery,
    enabled: useMay('crm.lead.read') && isSearch,
  });
  const contacts = useRead('crm/contact/list', {
    query: searchQuery,
    enabled: useMay('crm.contact.read') && isSearch,
  });
  if (!isSearch) return { people: [], isSearching: false };
  const found = { CUSTOMER: customers.data, LEAD: leads.data, CONTACT: contacts.data };
  const people = PERSON_KINDS.flatMap((kind) =>
    (found[kind]?.result ?? []).map(({ id, label, name }) => ({
      key: `${kind} ${id}`,
      label: label ?? name ?? '',
      aside: `${word(kind)} ${name ?? ''}`,
    })),
  );
  const isSearching = [customers, leads, contacts].some((read) => read.isPlaceholderData);
  return { people, isSearching };
}
