// The half of the sign-in page that names the firm and shows whether the books are real.

import type { ReactNode } from 'react';
import { PlainButton } from '../../component/plain-button.js';
import { useFormat } from '../../lib/format.js';
import { LANGUAGES, type Language, useDoorSpeech } from '../../lib/language.js';
import type { About } from '../../lib/session.js';
import { Mark } from './mark.js';

/** @param props.about undefined while it is loading, and if loading failed */
export function Welcome({ about }: { readonly about: About | undefined }): ReactNode {
  const { t } = useDoorSpeech();
  return (
    <section className="welcome" aria-label="Countinghouse">
      <Mark title="Countinghouse" />
      <p>{t('sign-in.purpose')}</p>
      {about !== undefined && <Facts about={about} />}
      <LanguageChoice />
    </section>
  );
}

function Facts({ about }: { readonly about: About }): ReactNode {
  const { t } = useDoorSpeech();
  const format = useFormat();
  return (
    <>
      {about.demo && <p className="notice">{t('sign-in.demo')}</p>}
      <p>
        {t('shell.business-date')} {format.day(about.businessDate)}
      </p>
      {about.demoRoles !== undefined && <p>{t('sign-in.try')}</p>}
      <p className="faint">
        {t('sign-in.version', { version: about.version })} ·{' '}
        <a href="/docs">{t('sign-in.documents')}</a>
      </p>
    </>
  );
}

function LanguageChoice(): ReactNode {
  const { language, setLanguage } = useDoorSpeech();
  const isOther = (id: string): id is Language => id in LANGUAGES && id !== language;
  return (
    <p>
      {Object.keys(LANGUAGES)
        .filter(isOther)
        .map((id) => (
          <PlainButton key={id} tone="quiet" small onPress={() => setLanguage(id)}>
            {LANGUAGES[id]}
          </PlainButton>
        ))}
    </p>
  );
}
