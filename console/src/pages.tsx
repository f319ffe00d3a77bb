// Everything behind the sign-in: the router and all pages.

import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { router } from './routes.js';

export function Pages(): ReactNode {
  return <RouterProvider router={router} />;
}
