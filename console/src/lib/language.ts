// Text, numbers and dates in the reader's language: ICU messages and formats. The pages before
// sign-in have messages of their own, so that they need not wait for all others.

import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import { useSyncExternalStore } from 'react';
import { type DoorId, door as englishDoor } from '../language/en/door.js';
import type { MessageId } from '../language/en/index.js';
import { door as frenchDoor } from '../language/fr/door.js';

/** The supported languages, each named in that language. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

/** English as used in Nigeria, where the day comes before the month. */
const LOCALES = { en: 'en-NG', fr: 'fr-FR' } as const;

const KEY = 'countinghouse.language';

/** The values for a message's placeholders. */
type Values = Readonly<Record<string, string | number>>;

/** The messages of the pages before sign-in. */
export interface DoorSpeech {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  /** Returns a message in the reader's language. */
  readonly t: (id: DoorId, values?: Values) => string;
  readonly intl: IntlShape<string>;
}

/** All messages. */
export interface Speech extends DoorSpeech {
  readonly t: (id: MessageId, values?: Values) => string;
  /**
   * Translates an API code such as EXECUTING. Without a translation, returns the code in plain
   * letters.
   */
  readonly word: (code: string | undefined) => string;
}

const DOORS: Readonly<Record<Language, DoorSpeech>> = {
  en: doorSpeechOf('en', englishDoor),
  fr: doorSpeechOf('fr', frenchDoor),
};

let language = firstLanguage();
/** All messages of the language that was last loaded. Undefined until one has been loaded. */
let whole: Speech | undefined;
const listeners = new Set<() => void>();

function firstLanguage(): Language {
  const preferred = localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  return preferred === 'fr' ? 'fr' : 'en';
}

/** Tells the browser the language of the page. */
export function showLanguage(): void {
  document.documentElement.lang = language;
}

/** Loads all messages of the reader's language. The pages after sign-in are shown only then. */
export async function loadMessages(): Promise<void> {
  const wanted = language;
  const speech =
    wanted === 'fr'
      ? speechOf('fr', (await import('../language/fr/index.js')).fr)
      : speechOf('en', (await import('../language/en/index.js')).en);
  // The user may have chosen another language in the meantime.
  if (wanted !== language) return loadMessages();
  whole = speech;
  report();
}

function setLanguage(next: Language): void {
  localStorage.setItem(KEY, next);
  language = next;
  report();
  // If it fails to load, the pages keep the previous language.
  loadMessages().catch(() => undefined);
}

function report(): void {
  showLanguage();
  for (const listener of listeners) listener();
}

function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function doorSpeechOf(of: Language, messages: Readonly<Record<string, string>>): DoorSpeech {
  const intl = createIntl({ locale: LOCALES[of], messages }, createIntlCache());
  return {
    language: of,
    setLanguage,
    intl,
    t: (id, values) => intl.formatMessage({ id }, values ?? {}),
  };
}

function speechOf(of: Language, messages: Readonly<Record<MessageId, string>>): Speech {
  const { intl, ...rest } = doorSpeechOf(of, messages);
  const has = (id: string): id is MessageId => id in messages;
  return {
    ...rest,
    intl,
    t: (id, values) => intl.formatMessage({ id }, values ?? {}),
    word: (code) => {
      if (code === undefined) return '';
      const id = `word.${code}`;
      return has(id) ? intl.formatMessage({ id }) : plainWord(code);
    },
  };
}

/** Shows `PARTIALLY_FILLED` as "Partially filled". */
function plainWord(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For the parts that are also shown before sign-in, when the other messages are not loaded. */
export function useDoorSpeech(): DoorSpeech {
  return useSyncExternalStore(onLanguage, () => DOORS[language]);
}

export function useSpeech(): Speech {
  const speech = useSyncExternalStore(onLanguage, () => whole);
  if (speech === undefined) throw new Error('the messages of the pages are not loaded');
  return speech;
}
