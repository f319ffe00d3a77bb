// Replaces a page that failed to render, with the error and a button to try again.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';
import { Button } from './button.js';
import { Page } from './page.js';
import { Problem } from './problem.js';

export function Broken({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useSpeech();
  return (
    <Page
      title={t('state.broken')}
      actions={<Button onPress={() => location.reload()}>{t('action.reload')}</Button>}
    >
      <Problem error={error} />
    </Page>
  );
}
