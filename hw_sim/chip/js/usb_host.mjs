// The computer at the other end of USB: enumerates the serial port, then moves bytes.
//
// rp2040js's own host completes empty transfers every 10 us, which keeps the chip awake for ever;
// this one answers NAK (waits) while it has nothing to say, and can stop reading altogether.

import { USBCDC } from './rp2040js.mjs';

const PACKET_NS = 50_000; // 64 bytes at full speed with their handshake
const EP0_BUFFER_CONTROL = 0x80;
const AVAILABLE = 1 << 10;
const SOF_NS = 1e6; // a frame begins each millisecond
const SOF_RD = 0x48, INTE = 0x90;
const DEV_SOF = 1 << 17;

/** One connection; a new one is made when the chip starts anew. */
export class UsbHost {
  constructor(mcu, onData) {
    this.usb = mcu.usbCtrl;
    this.clock = mcu.clock;
    this.queue = []; // to the board
    this.waitingOut = null; // the board's empty buffer, while we have nothing to send
    this.heldIn = []; // the board's full buffers, while we do not read
    this.isStalled = false;
    this.isConnected = false;
    this.cdc = new USBCDC(this.usb);
    this.cdc.onDeviceConnected = () => { this.isConnected = true; };
    this.cdc.onSerialData = onData;
    this.usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) return;
      this.waitingOut = { endpoint, size };
      this._deliver();
    };
    this._slowDownIn();
    this._startFrames();
  }

  send(bytes) {
    for (const byte of bytes) this.queue.push(byte);
    this._deliver();
  }

  stall(isStalled) {
    this.isStalled = isStalled;
    if (!isStalled) for (const go of this.heldIn.splice(0)) go();
  }

  _deliver() {
    if (!this.waitingOut || !this.queue.length) return;
    const { endpoint, size } = this.waitingOut;
    this.waitingOut = null;
    const packet = Uint8Array.from(this.queue.splice(0, size));
    this.usb.endpointReadDone(endpoint, packet, PACKET_NS / 1000);
  }

  /** A full buffer of the serial port leaves after a packet's time, and only if we read. */
  _slowDownIn() {
    const { usb, clock } = this;
    const updated = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => {
      const isIn = offset === EP0_BUFFER_CONTROL + 8 * this.cdc.inEndpoint;
      if (!isIn || this.cdc.inEndpoint < 1 || !(value & AVAILABLE)) return updated(offset, value);
      const go = () => {
        if (this.isStalled) this.heldIn.push(go);
        else updated(offset, value);
      };
      clock.createAlarm(go).schedule(PACKET_NS);
    };
  }

  /** Starts of frames, while the firmware asks for them: it flushes its first text by these. */
  _startFrames() {
    const { usb, clock } = this;
    const read = usb.readUint32.bind(usb);
    const write = usb.writeUint32.bind(usb);
    let isTicking = false;
    const alarm = clock.createAlarm(() => {
      isTicking = (usb.intEnable & DEV_SOF) !== 0;
      if (!isTicking) return;
      usb.sofFrameNumber = (usb.sofFrameNumber + 1) & 0x7ff;
      usb.intRaw |= DEV_SOF;
      usb.checkInterrupts();
      alarm.schedule(SOF_NS);
    });
    usb.readUint32 = (offset) => {
      if (offset === SOF_RD) {
        usb.intRaw &= ~DEV_SOF;
        usb.checkInterrupts();
      }
      return read(offset);
    };
    usb.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== INTE || isTicking || !(value & DEV_SOF)) return;
      isTicking = true;
      alarm.schedule(SOF_NS);
    };
  }
}
