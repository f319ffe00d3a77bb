#!/usr/bin/env node
// The command. This file exists before the first build, so that npm can link it during
// installation.

import '../dist/src/main.js';
