/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_threads.hpp - the part of rigidstep.hpp that shares out a step to threads.  Include
 * rigidstep.hpp, which says how it is used.
 */
#ifndef RIGIDSTEP_THREADS_HPP
#define RIGIDSTEP_THREADS_HPP
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace rigidstep {

/* parts(begin, end) does the parts begin, begin + 1, .. end - 1 of what is to be shared out. */
class parts {
public:
  using function = void (*)(void *work, std::int64_t begin, std::int64_t end);
  parts(function run, void *work) : run_(run), work_(work) {}
  void operator()(std::int64_t begin, std::int64_t end) const { run_(work_, begin, end); }

private:
  function run_;
  void *work_;
};

/* Has each of the parts 0, 1, .. n - 1 done once, by any threads in any order, and returns when all
 * are done; see rgs_executor.  An exception that it throws comes out of the step. */
using executor = std::function<void(std::int64_t n, const parts &run)>;

/* An executor: threads of its own, among them the calling one.  They wait, without using a processor,
 * until there is work, and end with the last copy of this object.  A process that fork() made has none
 * of them, and a step there would wait for ever: make a new object, and steppers, after the fork. */
class threads {
public:
  explicit threads(unsigned count = std::thread::hardware_concurrency())
      : pool_(std::make_shared<pool>(count)) {}
  void operator()(std::int64_t n, const parts &run) const { pool_->share(n, run); }

private:
  class pool {
  public:
    explicit pool(unsigned count) {
      try {
        for (unsigned k = 1; k < count; ++k) threads_.emplace_back([this] { wait(); });
      } catch (...) {
        end();
        throw;
      }
    }
    ~pool() { end(); }
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    void share(std::int64_t n, const parts &run) {
      const std::lock_guard<std::mutex> alone(callers_); /* of several steppers one at a time */
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        run_ = &run;
        n_ = n;
        next_ = 0;
        working_ = threads_.size();
        ++round_;
      }
      begun_.notify_all();
      take();
      std::unique_lock<std::mutex> lock(mutex_);
      ended_.wait(lock, [this] { return working_ == 0; });
    }

  private:
    void end() {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        closing_ = true;
      }
      begun_.notify_all();
      for (std::thread &thread : threads_) thread.join();
    }

    /* A range is an eighth of a thread's share, so that none waits long for another. */
    void take() {
      const std::int64_t share = static_cast<std::int64_t>(8 * (threads_.size() + 1));
      const std::int64_t length = std::max<std::int64_t>(n_ / share, 1);
      for (std::int64_t begin; (begin = next_.fetch_add(length)) < n_;)
        (*run_)(begin, std::min(begin + length, n_));
    }

    void wait() {
      std::uint64_t done = 0;
      std::unique_lock<std::mutex> lock(mutex_);
      for (;;) {
        begun_.wait(lock, [&] { return closing_ || round_ != done; });
        if (closing_) return;
        done = round_;
        lock.unlock();
        take();
        lock.lock();
        if (--working_ == 0) ended_.notify_one();
      }
    }

    std::mutex callers_, mutex_;
    std::condition_variable begun_, ended_;
    bool closing_ = false;
    std::uint64_t round_ = 0;
    std::size_t working_ = 0; /* threads that have not finished this round */
    const parts *run_ = nullptr;
    std::int64_t n_ = 0;
    std::atomic<std::int64_t> next_{ 0 };
    std::vector<std::thread> threads_;
  };
  std::shared_ptr<pool> pool_;
};

} // namespace rigidstep
#endif /* RIGIDSTEP_THREADS_HPP */
