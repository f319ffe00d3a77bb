// Text, numbers and dates in the reader's language: ICU messages and formats.

import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { en, type MessageId } from '../language/en/index.js';

/** The supported languages, each named in that language. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

/** English as used in Nigeria, where the day comes before the month. */
const LOCALES = { en: 'en-NG', fr: 'fr-FR' } as const;

const KEY = 'countinghouse.language';

/** The values for a message's placeholders. */
type Values = Readonly<Record<string, string | number>>;

export interface Speech {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  /** Returns a message in the reader's language. */
  readonly t: (id: MessageId, values?: Values) => string;
  /**
   * Translates an API code such as EXECUTING. Without a translation, returns the code as plain
   * text.
   */
  readonly word: (code: string | undefined) => string;
  readonly intl: IntlShape<string>;
}

const Spoken = createContext<Speech | undefined>(undefined);

type Messages = Readonly<Record<MessageId, string>>;

// French is loaded only when chosen.
async function messagesOf(language: Language): Promise<Messages> {
  return language === 'fr' ? (await import('../language/fr/index.js')).fr : en;
}

function firstLanguage(): Language {
  const preferred = localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  return preferred === 'fr' ? 'fr' : 'en';
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, choose] = useState(firstLanguage);
  const [known, setKnown] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let isWanted = true;
    void messagesOf(language).then((messages) => {
      if (isWanted) setKnown({ language, messages });
    });
    document.documentElement.lang = language;
    return () => {
      isWanted = false;
    };
  }, [language]);
  const speech = useMemo(
    () =>
      known &&
      speechOf(known.language, known.messages, (next) => {
        localStorage.setItem(KEY, next);
        choose(next);
      }),
    [known],
  );
  return speech === undefined ? null : <Spoken value={speech}>{children}</Spoken>;
}

function speechOf(
  language: Language,
  messages: Messages,
  setLanguage: (language: Language) => void,
): Speech {
  const intl = createIntl({ locale: LOCALES[language], messages }, createIntlCache());
  const has = (id: string): id is MessageId => id in messages;
  return {
    language,
    setLanguage,
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

export function useSpeech(): Speech {
  const speech = useContext(Spoken);
  if (speech === undefined) throw new Error('no language around this part');
  return speech;
}
