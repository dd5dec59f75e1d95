import Operations

/// Several observers of one run, told in this order.
struct RunObservers: RunObserver {
    let all: [any RunObserver]

    func observe(_ event: RunEvent) {
        for observer in all { observer.observe(event) }
    }
}
