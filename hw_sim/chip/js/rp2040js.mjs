// The pinned emulator package, as `make` installs it; every other file imports it from here.
const BASE = '../../../.cache/chip/node/node_modules/rp2040js/dist/esm/';

export const { RP2040, USBCDC, GPIOPinState } = await import(BASE + 'index.js');
export const { SimulationClock } = await import(BASE + 'clock/simulation-clock.js');
export const { BasePeripheral } = await import(BASE + 'peripherals/peripheral.js');
export const { CortexM0Core } = await import(BASE + 'cortex-m0-core.js');
