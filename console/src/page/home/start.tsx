// Redirects a URL without a page to the start page: the one that the user chose, or else the role's
// default.

import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Loading } from '../../component/page.js';
import { startOf } from '../../lib/navigation.js';
import { useOwn } from '../../lib/permission.js';
import { useSetting, useSettingsKnown } from '../../lib/setting.js';

/** The setting that contains the URL of the chosen page. */
export const START_SETTING = 'home.page';

export function Start(): ReactNode {
  const router = useRouter();
  const own = useOwn();
  const [choice] = useSetting(START_SETTING);
  const isKnown = useSettingsKnown();
  const [opened] = useState(() => router.latestLocation.href);
  const to = own === undefined || !isKnown ? undefined : startOf(own, choice);
  useEffect(() => {
    // The user may have opened a page in the meantime, and it may still be loading.
    if (to === undefined || router.latestLocation.href !== opened) return;
    void router.navigate({ to, replace: true });
  }, [router, opened, to]);
  return (
    <div className="page">
      <Loading />
    </div>
  );
}
