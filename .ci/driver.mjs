// A browser over the WebDriver protocol, as far as the tests of the page need it: no package, only what node brings.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

// Starts chromedriver on a port of its own choice; `open` gives a browser, `close` ends everything.
export async function driver() {
  const child = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`chromedriver ended with ${code}`)));
  });
  ended.catch(() => {});
  const started = (async () => {
    let said = '';
    for await (const part of child.stdout) {
      said += part;
      const port = /successfully on port (\d+)/.exec(said)?.[1];
      if (port) return port;
    }
    throw new Error(`chromedriver names no port: ${said}`);
  })();
  const port = await Promise.race([started, ended, sleep(30_000).then(() => Promise.reject(new Error('chromedriver does not start')))]);
  child.stdout.resume();
  const browsers = [];

  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };

  const open = async ({ script = true, dark = false, width = 1280, height = 900, mobile = false } = {}) => {
    const { sessionId } = await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'chrome',
          'goog:loggingPrefs': { browser: 'ALL', performance: 'ALL' },
          'goog:chromeOptions': {
            binary: process.env.CHROMIUM,
            args: [
              '--headless=new',
              // Root has no sandbox, and containers often have a small /dev/shm.
              ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
              '--disable-dev-shm-usage',
              '--disable-gpu',
              '--hide-scrollbars',
              '--disable-lcd-text',
              `--window-size=${width},${height}`,
            ],
            prefs: script ? {} : { 'profile.managed_default_content_settings.javascript': 2 },
          },
        },
      },
    });
    const path = `/session/${sessionId}`;
    const browser = {
      go: (url) => call('POST', `${path}/url`, { url }),
      title: () => call('GET', `${path}/title`),
      // Runs the body of a function in the page, and gives what it returns.
      run: (body, ...args) => call('POST', `${path}/execute/sync`, { script: body, args }),
      find: (selector) => call('POST', `${path}/element`, { using: 'css selector', value: selector }),
      click: async (selector) => {
        const element = await browser.find(selector);
        return call('POST', `${path}/element/${element[ELEMENT]}/click`, {});
      },
      // Presses keys one after the other, wherever the focus is.
      press: (...keys) =>
        call('POST', `${path}/actions`, {
          actions: [
            {
              type: 'key',
              id: 'keys',
              actions: keys.flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        }),
      log: (type) => call('POST', `${path}/se/log`, { type }),
      devtools: (cmd, params) => call('POST', `${path}/goog/cdp/execute`, { cmd, params }),
      picture: async () => Buffer.from((await browser.devtools('Page.captureScreenshot', { format: 'png' })).data, 'base64'),
      close: () => call('DELETE', path),
    };
    browsers.push(browser);
    if (dark) {
      await browser.devtools('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: 'dark' }],
      });
    }
    // The window of a browser is taller than the page in it.
    await browser.devtools('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile });
    return browser;
  };

  const close = async () => {
    for (const browser of browsers) await browser.close().catch(() => {});
    child.kill();
  };
  return { open, close };
}

// Waits until the function gives something true: ten seconds at most, since a page may be told later than the browser has answered.
export async function until(what, does) {
  const end = Date.now() + 10_000;
  do {
    const value = await does();
    if (value) return value;
    await sleep(50);
  } while (Date.now() < end);
  throw new Error(`never: ${what}`);
}

// Waits until the function gives what is expected; says what it gave instead.
export async function becomes(what, does, expected) {
  let last;
  await until(what, async () => (last = await does()) === expected).catch((never) => {
    throw new Error(`${never.message}; expected ${expected}, found ${last}`);
  });
}
