// The account page of the signed-in user: password, second factor, passkeys and sessions.

import type { ReactNode } from 'react';
import { Page } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { FactorPart } from './factor-part.js';
import { PasskeyPart } from './passkey-part.js';
import { PasswordPart } from './password-part.js';
import { SessionPart } from './session-part.js';

export function Account(): ReactNode {
  const { t } = useSpeech();
  return (
    <Page title={t('place.account')}>
      <div className="columns even">
        <PasswordPart />
        <div className="stack">
          <FactorPart />
          <PasskeyPart />
        </div>
      </div>
      <SessionPart />
    </Page>
  );
}
