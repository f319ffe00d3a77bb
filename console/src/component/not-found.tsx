// The page for an unknown URL.

import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';
import { Empty, Page } from './page.js';

export function NotFound(): ReactNode {
  const { t } = useSpeech();
  return (
    <Page title={t('state.not-found')}>
      <Empty title={t('state.not-found')} icon={<Compass aria-hidden />} />
    </Page>
  );
}
