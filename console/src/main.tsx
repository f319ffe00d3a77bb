// The beginning: styles, theme, language, and either the sign-in or the pages.

import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import './style/token.css';
import './style/base.css';
import './style/part.css';
import './style/shell.css';
import './style/grid.css';
import { Toasts } from './component/toast.js';
import { cache } from './lib/api.js';
import { LanguageProvider } from './lib/language.js';
import { askAhead } from './lib/permission.js';
import { isSignedIn, onSession } from './lib/session.js';
import { showTheme } from './lib/theme.js';
import { SignIn } from './page/sign-in/sign-in.js';

// The sign-in needs nothing of the pages; they come while somebody types, or at once.
const pages = import('./pages.js');
if (isSignedIn()) askAhead();
const Pages = lazy(async () => ({ default: (await pages).Pages }));

function App() {
  const signedIn = useSyncExternalStore(onSession, isSignedIn);
  // What one person was shown is not kept for the next.
  useEffect(() => {
    if (!signedIn) cache.clear();
  }, [signedIn]);
  return (
    <>
      {signedIn ? (
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      ) : (
        <SignIn />
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
