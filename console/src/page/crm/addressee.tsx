// Whom a message goes to: a customer, a lead or a contact that is found while one types, or a
// telephone number.

import { type ReactNode, useDeferredValue, useState } from 'react';
import { type Choice, ChoiceField } from '../../component/choice-field.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { PERSON_KINDS } from './search.js';

const FOUND_MAX = 8;
const SEARCHED_FROM_LETTERS = 2;
/** What may be a number, as people write them. */
const NUMBER = /^\+?[\d\s().-]{7,20}$/;

type PersonKind = (typeof PERSON_KINDS)[number];

/** A person of the books. */
export interface Person {
  readonly kind: PersonKind;
  readonly id: number;
}

/** A person at the number of the moment, or a number and perhaps whom it is about. */
export interface Addressee {
  readonly person?: Person | undefined;
  readonly to?: string | undefined;
}

/** The number that a text is, without what people put between its digits. */
export function numberOf(text: string): string | undefined {
  return NUMBER.test(text.trim()) ? text.replaceAll(/[\s().-]/g, '') : undefined;
}

interface AddresseeFieldProps {
  /** What the field shows at first. */
  readonly first: string;
  readonly fault: string | undefined;
  readonly onChange: (addressee: Addressee | undefined, label: string) => void;
}

export function AddresseeField({ first, fault, onChange }: AddresseeFieldProps): ReactNode {
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
      fault={fault}
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
  /** Some of them are of an earlier search. */
  readonly isSearching: boolean;
}

/** Customers, leads and contacts that fit, as far as the person may see them. */
function usePeople(search: string): Found {
  const { word } = useSpeech();
  const isSearch = search.length >= SEARCHED_FROM_LETTERS;
  const asked = { q: search, s: FOUND_MAX };
  const customers = useRead('partner/customer/list', {
    query: { search, s: FOUND_MAX },
    enabled: useMay('party.customer.read') && isSearch,
  });
  const leads = useRead('crm/lead/list', {
    query: asked,
    enabled: useMay('crm.lead.read') && isSearch,
  });
  const contacts = useRead('crm/contact/list', {
    query: asked,
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
