// The entry point. Loads styles, theme and language, and shows either the sign-in or the pages.

import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import './style/token.css';
import './style/base.css';
import './style/part.css';
import './style/shell.css';
import './style/grid.css';
import './style/print.css';
import { Toasts } from './component/toast.js';
import { cache } from './lib/api.js';
import { LanguageProvider } from './lib/language.js';
import { isResetPage } from './lib/password.js';
import { askAhead } from './lib/permission.js';
import { isSignedIn, onSession } from './lib/session.js';
import { showTheme } from './lib/theme.js';
import { Door } from './page/sign-in/door.js';

// The sign-in page does not wait for the other pages, which load afterwards, while the user types.
const pages = isSignedIn() ? import('./pages.js') : pageLoad().then(() => import('./pages.js'));
// The modules that most pages share load at the same time as the frame, not after it. If they fail
// to load, the page that needs them reports it.
if (isSignedIn()) {
  askAhead();
  import('./component/data-grid.js').catch(() => undefined);
}
const Pages = lazy(async () => ({ default: (await pages).Pages }));

function pageLoad(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

function App() {
  const signedIn = useSyncExternalStore(onSession, isSignedIn);
  // A password link may not belong to the signed-in user.
  const [isReset, setReset] = useState(isResetPage);
  // The cached replies of one user are deleted before the next one signs in.
  useEffect(() => {
    if (!signedIn) cache.clear();
  }, [signedIn]);
  return (
    <>
      {signedIn && !isReset ? (
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      ) : (
        <Door onLeave={() => setReset(false)} />
      )}
      <Toasts />
    </>
  );
}

showTheme();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <LanguageProvider>
          <App />
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
