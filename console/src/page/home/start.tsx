// Redirects an address without a page to the start page that the user chose, or to that of the
// role.

import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loading } from '../../component/page.js';
import { startOf } from '../../lib/navigation.js';
import { useOwn } from '../../lib/permission.js';
import { useSetting, useSettingsKnown } from '../../lib/setting.js';

/** The setting with the address of the chosen page. */
export const START_SETTING = 'home.page';

export function Start(): ReactNode {
  const own = useOwn();
  const [choice] = useSetting(START_SETTING);
  const isKnown = useSettingsKnown();
  if (own === undefined || !isKnown) {
    return (
      <div className="page">
        <Loading />
      </div>
    );
  }
  return <Navigate to={startOf(own, choice)} replace />;
}
